return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[    if (in->bytes > left || (in->last && in->bytes < left))]==],
     [==[    if (0 && in->bytes > left)]==]},
  },
  fails = "correct",
  why = "does not hold a WRITE to the length that it announced",
}
