return mutant {
  base = "reference", file = "compile.c",
  replace = {
    {"    for (int k = 0; k < *n; k++) {\n" ..
     "        struct rank r = all[k].r;",
     "    for (int k = 0; k < 0; k++) {\n" ..
     "        struct rank r = all[k].r;"},
  },
  fails = "profile", message = "model_B",
  why = "q, k and v are three kernels: each reads x again",
}
