return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[for (p.pp = 1; p.pp <= G / p.tp && p.pp <= j->m.layers + 2; p.pp++) {]],
     [[for (p.pp = 1; p.pp <= G / p.tp && p.pp <= j->m.layers; p.pp++) {]]},
  },
  fails = "correct", message = "row",
  why = "leaves out more stages than layers, of which up to two may be missing",
}
