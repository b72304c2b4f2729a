return mutant {
  base = "reference", file = "zero.c",
  replace = {
    {"    if (z->stage >= 2) {\n        comm_free(y->g);\n        y->g = NULL;\n    }", ""},
    {"    return y->g = room(y->whole);",
     "    if (!y->g)\n        y->g = room(y->whole);\n    memset(y->g, 0, (size_t)y->whole * sizeof *y->g);\n" ..
     "    return y->g;"},
  },
  fails = "profile", message = "peak_B_max of train (case stage-2)",
  why = "has the sums in parts and keeps the gradients that went into them",
}
