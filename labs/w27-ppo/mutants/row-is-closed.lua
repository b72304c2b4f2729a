return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"int i = order[k], r = 0;",
     "int i = order[k], r = rows > 0 ? rows - 1 : 0;"},
  },
  fails = "correct", message = "sequence",
  why = "a row is closed when a sequence does not fit",
}
