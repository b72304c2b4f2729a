return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[s->r[id].prompt - *hit + s->r[id].max_new]=],
     [=[s->r[id].prompt - *hit]=]},
  },
  fails = "correct",
  why = [[the answer has to be written somewhere]],
}
