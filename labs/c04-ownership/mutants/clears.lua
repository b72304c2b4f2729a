return mutant {
  base = "reference", file = "ownership.c",
  replace = {
    {"    a->used += pad + n;",
     "    a->used += pad + n;\n" ..
     "    for (size_t k = 0; k < n; k++)\n" ..
     "        ((volatile unsigned char *)at)[pad + k] = 0;"},
  },
  fails = "profile", message = "c_stores",
  why = "every block is written twice",
}
