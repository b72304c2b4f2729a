return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"(t + rnd >= 1ull << 32)", "(t + rnd > 1ull << 32)"}},
  fails = "correct", message = "mismatch",
  why = "away from zero when T + rnd reaches 2^32, not when it exceeds it",
}
