return mutant {
  base = "reference", file = "mxfp4.c",
  replace = {{"(code < TOP ? code : TOP)", "(code & TOP)"}},
  fails = "correct", message = "mismatch",
  why = "what exceeds 6 wraps: 7.9 rounds to the code 8, which is 0 without its carry",
}
