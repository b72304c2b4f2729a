return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[? 2 : 1;]=],
     [=[? 1 : 1;]=]},
  },
  fails = "correct",
  why = [[who is late for sure stays in front: under an overload he makes the next one late]],
}
