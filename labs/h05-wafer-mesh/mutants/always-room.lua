return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"    return i == P;",
     "    return 1;"},
  },
  fails = "correct", message = "returns",
  why = "says that the mesh fits, whatever it found",
}
