return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[rope_turns(r->turn + t * s.hd, s.hd, c->len + t, s.base);]],
     [[rope_turns(r->turn + t * s.hd, s.hd, t, s.base);]]},
  },
  fails = "correct", message = "mismatch",
  why = "positions begin again with every call",
}
