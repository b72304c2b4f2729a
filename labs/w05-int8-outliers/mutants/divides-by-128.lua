return mutant {
  base = "reference", file = "quant.c",
  replace = {
    {[==[*s = most / Q8_MAX;]==],
     [==[*s = most / (Q8_MAX + 1);]==]},
  },
  fails = "correct", message = "mismatch: scale",
  why = "128 codes on one side only: the largest positive value has no code",
}
