return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"return c.flops / peak >= c.bytes / bw ?", "return c.flops / c.bytes >= peak / bw ?"},
  },
  fails = "correct", message = "mismatch",
  why = "an intensity of 0/0 is not a number and compares as false",
}
