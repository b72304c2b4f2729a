return mutant {
  base = "reference", file = "swizzle.cu",
  replace = {{"(a & 0xffff) | b << 16", "a"}, {"a >> 16 | (b & 0xffff0000)", "b"}},
  fails = "correct", message = "mismatch",
  why = "words change places, and the two elements in each stay side by side",
}
