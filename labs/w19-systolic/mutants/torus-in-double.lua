return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[return (n - 1) * (hop + up(up(up(b, n), 2), rate));]],
     [[return (int64_t)((double)(n - 1) * (double)(hop + up(up(up(b, n), 2), rate)));]]},
  },
  fails = "correct", message = "torus_allreduce",
  why = "an int64_t has more digits than a double",
}
