return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"                learn(k, s->op[q][so_many - 1]);",
     "                if (q == own)\n" ..
     "                    learn(k, s->op[q][so_many - 1]);"},
  },
  fails = "correct", message = "nt_races",
  why = "takes over what its predecessor knew, and not what others knew that it waits for",
}
