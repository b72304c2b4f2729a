return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"        delay += l->latency;\n",
     ""},
  },
  fails = "correct", message = "ends at",
  why = "leaves out the links' latencies",
}
