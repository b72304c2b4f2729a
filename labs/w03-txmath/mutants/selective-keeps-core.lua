return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"(ckpt == 1 ? 0 : core)", "core"},
  },
  fails = "correct", message = "mismatch",
  why = "selective recomputation drops the part that is quadratic in s",
}
