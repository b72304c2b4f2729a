return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"mean += f[e] * p[e];",
     "mean += p[e] * p[e];"},
  },
  fails = "correct", message = "gradient",
  why = "f is replaced by p, to make it differentiable",
}
