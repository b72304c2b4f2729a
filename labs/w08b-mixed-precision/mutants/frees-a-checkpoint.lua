return mutant {
  base = "reference", file = "mixed.c",
  replace = {
    {[==[if (every && l % every)]==],
     [==[if (every && (l + 1) % every)]==]},
  },
  fails = "correct", message = "reads slot",
  why = "the stretch's own checkpoint is freed with the rest of it",
}
