return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"powf(s[j], alpha) / powf(room[j], 1 - alpha)", "sqrtf(s[j] / room[j])"}},
  fails = "correct", message = "mismatch: s",
  why = "the root of a/b is written down for every alpha",
}
