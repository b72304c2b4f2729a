return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[s->r[id].prompt - *hit + s->r[id].max_new]=],
     [=[s->r[id].prompt + s->r[id].max_new]=]},
  },
  fails = "correct",
  why = [[a beginning that is there takes no room again]],
}
