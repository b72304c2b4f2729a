return mutant {
  base = "reference", file = "two.c",
  replace = {{"    double total = 1;\n",
              "    double total = 1, ahead = refused(p, 1, q, V, work);\n"},
             {"        total = refused(rest, total, q, V, work);",
              "        total = k ? refused(rest, total, q, V, work) : ahead;"}},
  fails = "profile", message = "c_loads",
  why = "the residual is worked out before anything is refused",
}
