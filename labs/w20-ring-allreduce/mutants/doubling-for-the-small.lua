return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {"    struct half half[2];\n" ..
     "    take(out, in, n, t);\n" ..
     "",
     "    struct half half[2];\n" ..
     "    int P = comm_size(c), r = comm_rank(c);\n" ..
     "    if (P == 16) {\n" ..
     "        char got[4096];\n" ..
     "        take(out, in, n, t);\n" ..
     "        for (int far = 1; far < P; far *= 2) {\n" ..
     "            comm_sendrecv(c, out, 4 * n, r ^ far, got, 4 * n, r ^ far, TREE);\n" ..
     "            fold(t, out, got, n);\n" ..
     "        }\n" ..
     "        return;\n" ..
     "    }\n" ..
     "    take(out, in, n, t);\n" ..
     ""},
  },
  fails = "profile", message = "sent_B_max of tree",
  why = "exchanges whole sums with a partner twice as far in each step: fewer steps, more bytes, no tree",
}
