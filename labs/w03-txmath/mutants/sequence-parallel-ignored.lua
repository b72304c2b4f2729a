return mutant {
  base = "reference", file = "txmath.c",
  replace = {
    {"whole = 10 * sbd / (sp ? tp : 1), split", "whole = 10 * sbd, split"},
  },
  fails = "correct", message = "mismatch",
  why = "with sequence parallelism the norms' inputs are split as well",
}
