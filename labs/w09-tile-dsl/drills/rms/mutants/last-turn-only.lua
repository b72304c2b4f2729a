return mutant {
  base = "reference", file = "rms.cu",
  replace = {{"squares = squares + t * t;", "squares = t * t;"}},
  fails = "correct", message = "1025",
  why = "each turn forgets the sum of those before it",
}
