return mutant {
  base = "reference", file = "roofline.c",
  replace = {
    {".flops = 2 * M * N * K", ".flops = M * N * K"},
  },
  fails = "correct", message = "mismatch",
  why = "a multiply-add is two FLOP",
}
