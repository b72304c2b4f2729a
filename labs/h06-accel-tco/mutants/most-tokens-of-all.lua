return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[f.tok_s / f.n > best.tok_s / best.n * (1 + NEAR)]==],
     [==[f.tok_s > best.tok_s * (1 + NEAR)]==]},
  },
  fails = "correct",
  why = [[more accelerators make more tokens; what counts is tokens for each]],
}
