return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"return train_flops(N, tok_s) / peak;", "return 100 * train_flops(N, tok_s) / peak;"},
  },
  fails = "correct", message = "mismatch",
  why = "a utilisation is a fraction; per cent is for the screen",
}
