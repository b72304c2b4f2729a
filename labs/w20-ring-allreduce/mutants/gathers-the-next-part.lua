return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    for (int s = 0; s < P - 1; s++) {\n" ..
     "        int out = (r - s + P) % P, in = (r - s - 1 + P) % P;",
     "    for (int s = 0; s < P - 1; s++) {\n" ..
     "        int out = (r - s + 1 + P) % P, in = (r - s + P) % P;"},
  },
  fails = "correct",
  why = "begins the all-gather with the part that week 7 left",
}
