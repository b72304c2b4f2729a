return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    if (s->len)\n" ..
     "        memcpy(data, s->data, s->len * sizeof *data);\n" ..
     "    sys_free(s->data);",
     "    int64_t *old = s->data;\n" ..
     "    int64_t last = 0;\n" ..
     "    if (s->len)\n" ..
     "        memcpy(data, old, s->len * sizeof *data);\n" ..
     "    sys_free(old);\n" ..
     "    if (s->len)\n" ..
     "        last = ((volatile int64_t *)old)[0];\n" ..
     "    (void)last;"},
  },
  fails = "sanitize", message = "heap-use-after-free",
  why = "the old block is read after it went back",
}
