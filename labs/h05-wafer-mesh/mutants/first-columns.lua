return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"for (int c = 0; c < w->W && j < Q; c++)",
     "for (int c = 0; c < Q; c++)"},
  },
  fails = "correct",
  why = "looks for living cores in the first Q columns alone",
}
