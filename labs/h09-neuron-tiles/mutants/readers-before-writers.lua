return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    for (int a = 0; a < n; a++)\n" ..
     "        for (int b = a + 1; b < n; b++)\n",
     "    for (int a = 0; a < n; a++)\n" ..
     "        for (int b = a + 1; b < n; b++)\n" ..
     "            if (op[a].kind < NT_STORE && op[a].kind != NT_MATMUL)\n" ..
     "    "},
  },
  fails = "correct", message = "nt_races",
  why = "counts a writer and a later reader, and forgets that a reader can be overwritten",
}
