return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"powf(s[j], alpha) / powf(room[j], 1 - alpha)", "powf(s[j], alpha)"}},
  fails = "correct", message = "mismatch: s",
  why = "scales of the activations alone: the product stays, but W takes whatever comes",
}
