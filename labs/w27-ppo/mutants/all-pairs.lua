return mutant {
  base = "reference", file = "ppo.c",
  replace = {
    {"            products(n, room, hd, turned, keys + from, p);",
     [=[            products(t + 1, room, hd, turned, keys, p);
            memmove(p, p + from, sizeof *p * (size_t)n);]=]},
  },
  fails = "profile", message = "c_bytes",
  why = "all pairs of the row are computed, and those of neighbours thrown away",
}
