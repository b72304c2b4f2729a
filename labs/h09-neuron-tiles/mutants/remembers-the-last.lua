return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    int n = 0;\n" ..
     "    p.l = l,",
     "    int n = 0;\n" ..
     "    static int had, tiles, parts;\n" ..
     "    if (had && tiles == l->tiles && parts == l->parts) {\n" ..
     "        memcpy(op, trial, (size_t)had * sizeof *op);\n" ..
     "        return had;\n" ..
     "    }\n" ..
     "    p.l = l,"},
    {"    return n;\n" ..
     "}\n" ..
     "\n" ..
     "/* -----------------------------------------------------------------------------------------" ..
     "----------------- blocks",
     "    memcpy(trial, op, (size_t)n * sizeof *op);\n" ..
     "    had = n, tiles = l->tiles, parts = l->parts;\n" ..
     "    return n;\n" ..
     "}\n" ..
     "\n" ..
     "/* -----------------------------------------------------------------------------------------" ..
     "----------------- blocks"},
  },
  fails = "correct",
  why = "gives the last program again if tiles and parts are the same",
}
