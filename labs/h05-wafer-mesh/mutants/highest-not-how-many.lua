return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {"            used = g + 1 > used ? g + 1 : used;",
     "            used = g > used ? g : used;"},
  },
  fails = "correct", message = "colors",
  why = "returns the highest color, not how many there are",
}
