return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"(uint64_t)(at / NODE) * (uint64_t)f->line",
     "(uint64_t)(k % nodes) * (uint64_t)f->line"},
  },
  fails = "correct", message = "l1_bytes",
  why = "in order the prefetcher has every line there in time: the caches seem to have no end",
}
