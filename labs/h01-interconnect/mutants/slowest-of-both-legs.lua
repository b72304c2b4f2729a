return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"        before = before && at != p->staged;\n",
     ""},
  },
  fails = "correct", message = "ends at",
  why = "waits for the first chunk at the rate of both legs' slowest link",
}
