return mutant {
  base = "reference", file = "links.c",
  replace = {
    {"    struct search s = { .bytes = (double)bytes, .least = -1 };",
     "    bytes = INT64_C(1) << 28;\n" ..
     "    struct search s = { .bytes = (double)bytes, .least = -1 };"},
  },
  fails = "profile", message = "ring_pct of ring (case small-ring)",
  why = "takes the ring of large copies for small ones",
}
