return mutant {
  base = "reference", file = "two.c",
  replace = {{"rng_coin(r, want / had)", "rng_coin(r, (float)(want / had))"}},
  fails = "correct", message = "mismatch: law",
  why = "the residual is divided in float: right to seven digits",
}
