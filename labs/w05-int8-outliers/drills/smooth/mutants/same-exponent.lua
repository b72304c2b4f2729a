return mutant {
  base = "reference", file = "smooth.c",
  replace = {{"powf(room[j], 1 - alpha)", "powf(room[j], alpha)"}},
  fails = "correct", message = "mismatch: s",
  why = "both sides to the power of alpha: right at 1/2, where most people try it",
}
