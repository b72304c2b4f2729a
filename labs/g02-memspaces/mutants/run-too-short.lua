return mutant {
  base = "reference", file = "spaces.cu",
  replace = {{"    for (int r = 0; r < RUN + 2 * RADIUS; r++)", "    for (int r = 0; r < RUN + RADIUS; r++)"}},
  fails = "correct", message = "mismatch",
  why = "the walk down the column stops before the lower halo",
}
