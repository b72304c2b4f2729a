return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[for (p.tp = 1; p.tp <= G && p.tp <= j->m.heads; p.tp++) {]],
     [[for (p.tp = 1; p.tp <= G && p.tp <= j->c.node; p.tp++) {]]},
  },
  fails = "correct", message = "row",
  why = "takes for granted that tp ends at the node: with one sequence it pays beyond",
}
