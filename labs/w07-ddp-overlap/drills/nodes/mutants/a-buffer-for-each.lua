return mutant {
  base = "reference", file = "nodes.c",
  replace = {{"comm_alloc((n / node + 1) *", "comm_alloc((n * node + 1) *"}},
  fails = "profile", message = "peak_B_max",
  why = "room for a buffer of each neighbour, where a part of one is under way at a time",
}
