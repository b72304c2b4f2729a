return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"    if (warm > total)\n        warm = total;\n",
     ""},
  },
  fails = "correct", message = "case one-micro",
  why = "with fewer micro-batches than stages there are not as many to warm up with",
}
