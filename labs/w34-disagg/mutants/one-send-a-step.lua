return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[while (s->pending.n && send(s, s->pending.id[0], p))
        drop]=],
     [=[if (s->pending.n && send(s, s->pending.id[0], p))
        drop]=]},
  },
  fails = "correct",
  why = [[when much room is free, all who fit are sent, and not the first alone]],
}
