return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(m->mlp + all) + 2 * m->vocab * m->d;]],
     [[(m->mlp + all) + m->vocab * m->d;]]},
  },
  fails = "correct", message = "params",
  why = "counts embedding and head as one matrix",
}
