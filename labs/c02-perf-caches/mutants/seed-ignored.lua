return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"    for (int k = 0; k < nodes; k++)\n"
     .. "        next[(size_t)k * NODE] = (uint32_t)k * NODE;\n    for (",
     "    seed = 1;\n    for (int k = 0; k < nodes; k++)\n"
     .. "        next[(size_t)k * NODE] = (uint32_t)k * NODE;\n    for ("},
  },
  fails = "correct", message = "same ring",
  why = "whatever the seed, the same ring",
}
