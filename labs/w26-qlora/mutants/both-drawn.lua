return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"memset(l->B, 0, sizeof *l->B * (size_t)out * (size_t)l->r);",
     [=[for (int64_t i = 0; i < (int64_t)out * l->r; i++)
        l->B[i] = (float)((2 * drawn(rng) - 1) * most);]=]},
  },
  fails = "correct", message = "with B = 0",
  why = "B is drawn, too: training begins somewhere else",
}
