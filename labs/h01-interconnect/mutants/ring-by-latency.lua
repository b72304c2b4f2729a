return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"    struct search s = { .bytes = (double)bytes, .least = -1 };",
     "    bytes = 1;\n" ..
     "    struct search s = { .bytes = (double)bytes, .least = -1 };"},
  },
  fails = "profile", message = "ring_pct of ring (case",
  why = "takes the ring of small copies for large ones",
}
