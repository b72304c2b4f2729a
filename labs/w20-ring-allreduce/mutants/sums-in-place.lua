return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    take(out, in, n, t);\n" ..
     "    rs_ring(c, out, n, t);\n" ..
     "    ag_ring(c, out, n, t);",
     "    rs_ring(c, (void *)in, n, t);\n" ..
     "    ag_ring(c, (void *)in, n, t);\n" ..
     "    take(out, in, n, t);"},
  },
  fails = "correct",
  why = "adds up in `in`, which stays the caller's",
}
