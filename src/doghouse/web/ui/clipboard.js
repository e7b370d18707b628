// Copies text to the clipboard.

/**
 * Copy a text, and return whether that worked. Pages without https have no clipboard; they copy a selected field. In a
 * modal dialog only a field of the dialog can be selected: pass it.
 * @param {string} text
 * @param {HTMLInputElement|null} [field] that holds the text
 */
export async function copyText(text, field = null) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return field ? copySelected(field) : copyThroughField(text);
  }
}

/** @param {HTMLInputElement|HTMLTextAreaElement} field */
function copySelected(field) {
  field.select();
  return document.execCommand("copy");
}

/** @param {string} text */
function copyThroughField(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "only-spoken";
  document.body.append(field);
  const isCopied = copySelected(field);
  field.remove();
  return isCopied;
}
