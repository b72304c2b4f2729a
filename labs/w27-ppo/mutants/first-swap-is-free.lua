return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"if (g->swaps && g->in != r) {",
     [=[if (g->swaps && g->in < 0)
        g->in = r;
    if (g->swaps && g->in != r) {]=]},
  },
  fails = "correct", message = "expected",
  why = "the first role of a group that swaps is in memory from the start",
}
