return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"s.gate[i % d * E + e] += x[i] * s.dl[i / d * E + e];",
     "s.gate[i % d * E + e] += wanted[e] ? x[i] * s.dl[i / d * E + e] : 0;"},
  },
  fails = "correct", message = "not-wanted",
  why = "the gate's columns of experts that nobody chose stay: balance acts on those, too",
}
