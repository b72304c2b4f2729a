return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[v->j->cls > for_whom->cls]=],
     [=[v->j->cls >= for_whom->cls]=]},
  },
  fails = "correct",
  why = [[takes the seat of somebody as urgent, who will take one back]],
}
