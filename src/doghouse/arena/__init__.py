"""Bots against bots: duplicate deals, many at once, and what the results say about their strength.

::

    seating      who sits where, so that chance favours nobody
    plan         a whole match: rules, bots, seed, and the tasks it consists of
    playing      one game, from its seed and its bots to its result
    results      a result as data, and what a bot did wrong
    worker       a process that plays games; keeper: the one that looks after it
    apart        each bot in a process of its own, to find out who ended it; processes: how these are started
    local        tasks on the cores of this machine; cluster: on the machines of a Ray cluster, which connecting finds
    log          the results file as it is written; reading: what it says; locking: for one process at a time
    ending       whatever ends long work ends it as Ctrl-C does; whole: files that are there whole or not at all
    match        plays what is missing, until all is played or settled; running: how it stands meanwhile
    statistics   win rates and intervals; ratings: Bradley-Terry and Elo; sprt: when it is settled
    summary      everything there is to say about a match, as data; table, progress, plot: to look at
    command      ``doghouse arena``; options: the match that it asks for
"""
