return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[    *beta = 2.0 * (P - 1) / P / b;]],
     [[    *beta = 1 / b;]]},
  },
  fails = "correct", message = "beta is",
  why = "is the slope as algorithm bandwidth, not what a link carries",
}
