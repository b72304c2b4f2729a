return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"            free_from[g] = west + apart(send[k].from, send[k].to) + 1;",
     "            free_from[g] = west + apart(send[k].from, send[k].to);"},
  },
  fails = "correct", message = "both use the router",
  why = "a send may begin with the color with which another one ends there",
}
