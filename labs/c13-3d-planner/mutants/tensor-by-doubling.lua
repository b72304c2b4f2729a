return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[for (p.tp = 1; p.tp <= G && p.tp <= j->m.heads; p.tp++) {]],
     [[for (p.tp = 1; p.tp <= G && p.tp <= j->m.heads; p.tp *= 2) {]]},
  },
  fails = "correct", message = "row",
  why = "tries powers of two alone for tp: 96 heads in nodes of 6 are cut by 3",
}
