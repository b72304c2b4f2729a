return mutant {
  base = "reference", file = "ddp.c",
  replace = {
    {"        if (b->n * (int64_t)sizeof(float) >= bucket_B)\n            b = NULL;",
     "        b = NULL;\n        (void)bucket_B;"},
  },
  fails = "profile", message = "msgs_max",
  why = "right, and pays 2(P-1) alpha for each parameter",
}
