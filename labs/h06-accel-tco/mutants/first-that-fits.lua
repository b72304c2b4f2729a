return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[else if (best.verdict != FITS || f.tok_s / f.n > best.tok_s / best.n * (1 + NEAR))]==],
     [==[else if (best.verdict != FITS)]==]},
  },
  fails = "correct",
  why = [[the least that fits has no room for a batch]],
}
