return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"    for (int s = 0; s < P - 1; s++) { /* all-gather: the sums go round once more */",
     "    for (int s = 0; s < P - 2; s++) { /* all-gather: the sums go round once more */"},
  },
  fails = "correct", message = "ends with other bits than rank 0",
  why = "the last part is summed and never handed to the last rank",
}
