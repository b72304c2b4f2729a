return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[best.tok_s / best.n * (1 + NEAR))]==],
     [==[best.tok_s / best.n)]==]},
  },
  fails = "correct",
  why = [[as many tokens for each accelerator, and the last bit buys 64 of them]],
}
