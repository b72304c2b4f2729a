return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    struct half half[2];\n" ..
     "    take(out, in, n, t);\n" ..
     "",
     "    struct half half[2];\n" ..
     "    if (n > 4096) {\n" ..
     "        allreduce_rsag(c, in, out, n, t);\n" ..
     "        return;\n" ..
     "    }\n" ..
     "    take(out, in, n, t);\n" ..
     ""},
  },
  fails = "profile", message = "msgs_max of tree",
  why = "takes the ring for large data, which is faster here, and no tree",
}
