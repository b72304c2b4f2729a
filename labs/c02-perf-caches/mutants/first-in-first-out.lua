return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {[[
        tag[way] = block;
        used[way] = k + 1;
]], [[
        tag[way] = block;
        if (miss[k])
            used[way] = k + 1;
]]},
  },
  fails = "correct", message = "cache_run",
  why = "a hit does not count as use: the oldest line goes, not the least recently used",
}
