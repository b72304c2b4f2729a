return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"    for (int k = 0; k < nodes; k++)\n"
     .. "        next[(size_t)k * NODE] = (uint32_t)k * NODE;\n    for (",
     "    memset(next, 0, (size_t)nodes * NODE * sizeof *next);\n"
     .. "    for (int k = 0; k < nodes; k++)\n"
     .. "        next[(size_t)k * NODE] = (uint32_t)k * NODE;\n    for ("},
  },
  fails = "correct", message = "has been written",
  why = "the rest of a node belongs to somebody else",
}
