return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"            if (t < done[j])\n",
     "            if (t < done[j] || !i)\n"},
  },
  fails = "correct", message = "nt_scale",
  why = "all chunks in one bucket",
}
