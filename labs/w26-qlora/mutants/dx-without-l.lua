return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"dx[i] += dy[i] * l[i];",
     "dx[i] += dy[i];"},
  },
  fails = "correct", message = "dx",
  why = "the vector is forgotten on the way back",
}
