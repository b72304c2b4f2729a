return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[which attempt 14 shows mended]], [[which attempt 914 shows mended]]},
  },
  fails = "provenance", message = "correct attempts",
  why = "the attempt that is named is not there",
}
