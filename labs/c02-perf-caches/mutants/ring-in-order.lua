return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {[[
        size_t j = draw(&seed) % (uint64_t)k;
]], [[
        size_t j = (size_t)(k - 1) + (size_t)(draw(&seed) >> 40);
]]},
  },
  fails = "correct", message = "prefetcher",
  why = "one ring, but each node is followed by its neighbour",
}
