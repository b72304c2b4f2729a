return mutant {
  base = "reference", file = "allreduce.c",
  replace = {
    {[[    char *base = buf, *got = malloc((size_t)((n / P + 1) * width));]],
     "    static char *got;\n" ..
     "    char *base = buf;\n" ..
     "    if (!got)\n" ..
     "        got = malloc((size_t)((n / P + 1) * width));"},
    {"        fold(t, base + cut(n, P, in) * width, got, cut(n, P, in + 1) - cut(n, P, in));\n" ..
     "    }\n" ..
     "    free(got);",
     "        fold(t, base + cut(n, P, in) * width, got, cut(n, P, in + 1) - cut(n, P, in));\n" ..
     "    }"},
  },
  fails = "sanitize",
  why = "keeps its buffer from call to call, and a later call has more in it",
}
