return mutant {
  base = "reference", file = "specdec.c",
  replace = {
    {"        double want = p[draft[j]], had = q[draft[j]];",
     "        double total = residual(p, q, V, work);\n        double want = p[draft[j]], had = q[draft[j]];"},
    {"            double total = residual(p, q, V, work);\n            out[j]", "            out[j]"},
  },
  fails = "profile", message = "c_loads",
  why = "whole rows are read for drafts that are then accepted",
}
