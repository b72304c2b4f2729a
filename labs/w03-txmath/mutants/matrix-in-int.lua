return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"    return rows * cols + (c->bias ? cols : 0);",
     "    return (int)rows * (int)cols + (c->bias ? cols : 0);"},
  },
  fails = "correct", message = "mismatch",
  why = "one matrix of a wide layer passes 2^31",
}
