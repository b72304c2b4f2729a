return mutant {
  base = "reference", file = "pipe.c",
  replace = {
    {"    if (v > 1 && (kind != PIPE_INTERLEAVED || p == 1 || m % p))\n        return -1;\n    return kind",
     "    int n = kind == PIPE_GPIPE ? gpipe(m, out) : one_f_one_b(p, m, v, s, out);\n" ..
     "    if (v > 1 && (kind != PIPE_INTERLEAVED || p == 1 || m % p))\n        return -1;\n" ..
     "    return v > 1 ? n : kind"},
  },
  fails = "correct", message = "returned -1, and wrote operation 0",
  why = "a caller that keeps its old list when it is refused has lost it",
}
