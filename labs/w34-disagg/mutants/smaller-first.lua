return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[    while (s->pending.n && send(s, s->pending.id[0], p))
        drop(&s->pending, 0);]=],
     [=[    for (int k = 0; k < s->pending.n; k++)
        if (send(s, s->pending.id[k], p))
            drop(&s->pending, k--);]=]},
  },
  fails = "correct",
  why = [[whoever fits goes first, and a large cache waits for ever]],
}
