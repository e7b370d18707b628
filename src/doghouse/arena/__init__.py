"""Matches between bots on duplicate deals.

``plan`` defines a match and splits it into tasks, ``match`` plays the missing tasks on ``workers`` and stores their
``results``, ``stats`` evaluates these, ``report`` shows them, and ``command`` is ``doghouse arena``.
"""
