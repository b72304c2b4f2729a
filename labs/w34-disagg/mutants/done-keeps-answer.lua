return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[        s->site[r->to].left += r->need;
        s->site[r->to].seats--;]=],
     [=[        s->site[r->to].seats--;]=]},
  },
  fails = "correct",
  why = [[a request that has ended keeps its room in the decode pool]],
}
