return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"            W[j] *= s[j];", "            W[j] *= 1;"}},
  fails = "correct", message = "mismatch: W",
  why = "the activations become smaller, and with them the output",
}
