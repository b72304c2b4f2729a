return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"return fmax(c.flops / peak, c.bytes / bw);", "return c.flops / peak + c.bytes / bw;"},
  },
  fails = "correct", message = "mismatch",
  why = "compute and traffic overlap: the larger counts, not the sum",
}
