return mutant {
  base = "reference", file = "bf16.cu",
  replace = {{"16, there ? 0 : 16);", "16);"}},
  fails = "correct", message = "mismatch",
  why = "what is not there is copied from the first row instead of made 0",
}
