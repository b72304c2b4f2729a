return mutant {
  base = "reference", file = "review.c",
  replace = {
    {[==[moments_wrong(f, sizes[k], 0, 1) || moments_wrong(f, sizes[k], -700, 1.5) ||
            moments_wrong(f, sizes[k], 10, 0) || moments_wrong(f, sizes[k], 900, 1.7)]==],
     "sizes[k] < 2000 && moments_wrong(f, sizes[k], 0, 1)"},
  },
  fails = "correct", message = "MOMENTS",
  why = "the data have a mean of 0, and there are few of them",
}
