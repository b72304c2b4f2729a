return mutant {
  base = "reference", file = "tp.c",
  replace = {
    {"    float *part = room(rows * count);", "    float *part = room(rows * count);\n    room(rows * width);"},
  },
  fails = "profile", message = "peak_B_max",
  why = "keeps all weights, and views into them",
}
