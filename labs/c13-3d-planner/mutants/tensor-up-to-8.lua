return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[for (p.tp = 1; p.tp <= G && p.tp <= j->m.heads; p.tp++) {]],
     [[for (p.tp = 1; p.tp <= G && p.tp <= 8; p.tp++) {]]},
  },
  fails = "correct", message = "row",
  why = "takes all nodes to be of 8 GPUs",
}
