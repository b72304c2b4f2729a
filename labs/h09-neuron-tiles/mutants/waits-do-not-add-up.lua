return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"                learn(k, s->op[q][so_many - 1]);\n",
     ""},
  },
  fails = "correct", message = "nt_races",
  why = "knows what it waits for, and not what that was behind",
}
