return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[&& v->rank && v->j->cls]=],
     [=[&& v->j->cls]=]},
  },
  fails = "correct",
  why = [[those that waited longest lose the seat that their patience got them]],
}
