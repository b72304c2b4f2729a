return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[return x->j->id - y->j->id;]=],
     [=[return y->j->id - x->j->id;]=]},
  },
  fails = "correct",
  why = [[of two with the same deadline the later one]],
}
