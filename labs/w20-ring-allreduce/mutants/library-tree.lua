return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    struct half half[2];\n" ..
     "    take(out, in, n, t);",
     "    struct half half[2];\n" ..
     "    if (t == COMM_F32) {\n" ..
     "        comm_all_reduce(c, in, out, n, t, COMM_SUM);\n" ..
     "        return;\n" ..
     "    }\n" ..
     "    take(out, in, n, t);"},
  },
  fails = "profile", message = "all_reduce of tree",
  why = "the collective was to be written, not called",
}
