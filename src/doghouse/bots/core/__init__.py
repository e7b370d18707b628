"""The bots' own compiled modules: the evaluation, the sensible policy, and play-outs. Same ways as in rules.core."""
