return mutant {
  base = "reference", file = "lanes.cu",
  replace = {{"    } else if (i < n) {\n        y[i] = even_mix(x[i]);\n    }", "    }"}},
  fails = "correct", message = "one",
  why = "an odd n leaves its last element without a partner, and without a result",
}
