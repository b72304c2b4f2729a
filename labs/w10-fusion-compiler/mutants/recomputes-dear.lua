return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"bytes_of(g, &tried) < bytes_of(g, ret)",
     "bytes_of(g, &tried) < 0"},
  },
  fails = "profile", message = "diamond-dear",
  why = "a shared producer is always recomputed, even where its inputs are three tensors and its value one",
}
