return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"    for (int tax = 0; tax < 16; tax += 1 + tax / 2) {",
     "    for (int tax = 16; tax < 16; tax++) {"},
  },
  fails = "profile",
  why = "chains from both ends, also where streams are one word long",
}
