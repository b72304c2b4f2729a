return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {[[
    uint64_t tag[CACHE_MOST];
]], [[
    uint64_t tag[CACHE_MOST] = { 0 };
]]},
    {"used[w] && tag[w]",
     "tag[w]"},
  },
  fails = "correct", message = "cache_run",
  why = "an empty way is taken for line 0, whose first access then hits",
}
