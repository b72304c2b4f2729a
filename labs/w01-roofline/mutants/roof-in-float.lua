return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {"fmax(c.flops / peak, c.bytes / bw)",
     "fmaxf((float)(c.flops / peak), (float)(c.bytes / bw))"},
  },
  fails = "correct", message = "mismatch",
  why = "a float keeps seven digits of a time that a double states",
}
