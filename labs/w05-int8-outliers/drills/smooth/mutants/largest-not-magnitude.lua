return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"fmaxf(top[j], fabsf(x[j]))", "fmaxf(top[j], x[j])"}},
  fails = "correct", message = "mismatch: s",
  why = "the largest number is not the largest magnitude: a channel may be deep below zero",
}
