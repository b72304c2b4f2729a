return mutant {
  base = "reference", file = "tiles.c",
  replace = {
    {"    int best = NT_RING;\n" ..
     "    for (int q = NT_RING + 1;",
     "    int best = p->rings > 1 ? NT_RING + 1 : NT_RING;\n" ..
     "    if (p->n && p->rings > 1 && p->store)\n" ..
     "        return NT_RING;\n" ..
     "    for (int q = NT_RING + (p->rings > 1);"},
    {"    int in_slots, out_slots, way, rings;",
     "    int in_slots, out_slots, way, rings, store;"},
    {"        place(p, load, best_ring(p, load_t), load_t);",
     "        p->store = 0, place(p, load, best_ring(p, load_t), load_t);"},
    {"        place(p, store, best_ring(p, store_t), store_t);",
     "        p->store = 1, place(p, store, best_ring(p, store_t), store_t);"},
  },
  fails = "profile", message = "least_pct",
  why = "one ring has only stores, and ends early",
}
