return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    for (int s = 0; s < P - 1; s++) {\n" ..
     "",
     "    for (int s = 0; s < P - 2; s++) {\n" ..
     ""},
  },
  fails = "correct",
  why = "P - 2 steps: the last part never arrives",
}
