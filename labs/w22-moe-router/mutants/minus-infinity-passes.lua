return mutant {
  base = "reference", file = "router.c",
  replace = {
    {"sum += z[e] - z[e];",
     "sum += z[e] < 0 ? 0 : z[e] - z[e];"},
  },
  fails = "correct", message = "not finite",
  why = "only NaN and +infinity are looked for",
}
