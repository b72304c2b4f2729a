return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
    int r = p / w->W, c = p % w->W;
    r +=]],
     [[
    int r = p / w->H, c = p % w->H;
    r +=]]},
  },
  fails = "correct",
  why = "divides a PE's index by the number of rows",
}
