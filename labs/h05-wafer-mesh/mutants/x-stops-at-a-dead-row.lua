return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"            int p = at->row[i] * w->W + j, c = at->col[i][j];",
     [[
            int p = at->row[i] * w->W + j, c = at->col[i][j];
            if (at->row[i] > i)
                route[i * w->W + j].tx = 0;]]},
  },
  fails = "correct",
  why = "a row that is left out does not pass x on",
}
