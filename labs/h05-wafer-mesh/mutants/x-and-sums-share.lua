return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
    int first = w->W - at->Q + 1;
    struct row last]],
     [[
    int first = 0;
    struct row last]]},
  },
  fails = "correct",
  why = "sums have colors that x has already",
}
