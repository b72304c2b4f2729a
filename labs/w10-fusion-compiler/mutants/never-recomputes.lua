return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"tried.kernels <= ret->kernels && bytes_of(g, &tried) < bytes_of(g, ret)",
     "tried.kernels <= ret->kernels"},
  },
  fails = "profile", message = "diamond-cheap",
  why = "a shared producer is always written, even where it costs less to compute it again",
}
