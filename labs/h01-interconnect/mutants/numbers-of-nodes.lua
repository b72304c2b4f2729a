return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"before);\n}",
     "node[i] + 0 * before);\n}"},
  },
  fails = "correct", message = "machine",
  why = "calls a device by its node",
}
