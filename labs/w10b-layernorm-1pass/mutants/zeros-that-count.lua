return mutant {
  base = "reference", file = "layernorm.cu",
  replace = {{"    float v[HELD];\n    Moments", "    float v[HELD] = {};\n    Moments"},
             {"        if (column<WIDE>(e) < n)\n            square +=", "            square +="}},
  fails = "correct", message = "one",
  why = "places without an element hold 0, and 0 - mean is squared and summed as if it were one",
}
