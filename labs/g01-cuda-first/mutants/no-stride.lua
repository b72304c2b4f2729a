return mutant {
  base = "reference", file = "first.cu",
  replace = {{"        out[i] = a * x[i] + y[i];", "    {\n        out[i] = a * x[i] + y[i];\n        return;\n    }"}},
  fails = "correct", message = "never written",
  why = "one element a thread: a grid smaller than n leaves the rest undone",
}
