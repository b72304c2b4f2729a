return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[        s->site[r->at].left += r->prompt;
        if (r->to < 0)]=],
     [=[        if (r->to < 0)]=]},
  },
  fails = "correct",
  why = [[a request of one token ends where it was computed, and its room there is free]],
}
