// What is wrong with the page as it is shown: texts missing, clipped or outside, things too small to touch, a game that scrolls.
([keys, isPhone]) => {
    const found = [];
    const known = new Set(keys);
    const name = (one) => {
        const kind = one.getAttribute("class") ?? "";
        return `${one.tagName.toLowerCase()}.${kind} "${one.textContent.trim().slice(0, 40)}"`;
    };
    const scrolls = (one) => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
    const wide = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > wide) found.push("the page can be moved sideways");
    const modal = document.querySelector("dialog[open]");
    const shown = [...(modal ?? document.body).querySelectorAll("*")].filter((one) =>
        !one.closest("svg, .only-spoken, .heard, option, noscript, script") && one.checkVisibility() &&
        one.getClientRects().length);
    for (const one of shown) {
        const texts = [...one.childNodes].filter((node) => node.nodeType === 3 && node.textContent.trim());
        const isTouched = one.matches("a, button, select, input, summary, label");
        for (const { textContent } of texts) {
            const text = textContent.trim();
            if (known.has(text) || /\{\w+\}|undefined|NaN/.test(text)) found.push(`no text of a language: ${text}`);
        }
        if (!texts.length && !isTouched) continue;
        const isFull = one.clientWidth && one.scrollWidth > one.clientWidth + 1;
        if (isFull && one.matches(":not(select, input, .board, .card)") && !scrolls(one))
            found.push(`too narrow for its text: ${name(one)}`);
        const box = one.getBoundingClientRect();
        const isOutside = box.left < -1 || box.right > wide + 1;
        if (isOutside && ![...parents(one)].some((each) => scrolls(each) && each.scrollWidth > each.clientWidth))
            found.push(`outside of the page: ${name(one)}`);
    }
    if (isPhone) {
        for (const one of shown.filter((one) => one.matches("a, button, select, input, summary"))) {
            if (one.matches("a") && getComputedStyle(one).display === "inline") continue; // a word in a sentence
            const touched = (one.matches("input") && one.closest("label")) || one;
            const { width, height } = touched.getBoundingClientRect();
            const size = `${width.toFixed(0)}x${height.toFixed(0)}`;
            if (width < 43.5 || height < 43.5) found.push(`too small for a finger: ${name(one)} ${size}`);
        }
    }
    const game = document.querySelector("main.game");
    if (game) {
        if (document.documentElement.scrollHeight > innerHeight) found.push("the game can be scrolled");
        for (const part of game.querySelectorAll(".top > *, .player, .prompt > *, .hand > *, .board-frame")) {
            const { top, bottom } = part.getBoundingClientRect();
            if (top < -1 || bottom > innerHeight + 1) found.push(`not in sight: ${name(part)}`);
        }
        const board = game.querySelector(".board").getBoundingClientRect();
        const isSmall = Math.min(board.width, board.height) < 0.5 * Math.min(innerWidth, innerHeight);
        if (isSmall) found.push(`a small board: ${board.width}x${board.height}`);
    }
    return [...new Set(found)];

    function* parents(one) {
        for (let parent = one.parentElement; parent; parent = parent.parentElement) yield parent;
    }
}
