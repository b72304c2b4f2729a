return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"if (finite_row(E, z[t])) {",
     "if (isfinite(z[t][0]) || E > 1) {"},
  },
  fails = "correct", message = "not finite",
  why = "only the chosen logit is looked at, and NaN is never chosen",
}
