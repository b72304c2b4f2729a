return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    if (bank && (a->kind == NT_MATMUL || b->kind == NT_MATMUL))\n" ..
     "        return 1;\n",
     "    (void)bank;\n"},
  },
  fails = "correct", message = "nt_races",
  why = "looks at SBUF alone",
}
