return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {"+ n] += out->sum[c];", "+ n] = out->sum[c];"},
  },
  fails = "correct", message = "C[",
  why = "tiles of one column of tiles are parts of one sum",
}
