return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"                know[k][q] = so_many > know[k][q] ? so_many : know[k][q];",
     "                know[k][q] = so_many > know[k][q] + 1 ? so_many - 1 : know[k][q];"},
  },
  fails = "correct", message = "nt_races",
  why = "a wait for the n-th of a queue brings n - 1",
}
