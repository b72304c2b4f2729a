return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {[[
        out[kept] = x[i];
        kept += x[i] >= t;
]], [[
        if (x[i] >= t)
            out[kept++] = x[i];
]]},
  },
  fails = "profile", message = "filter_ge makes",
  why = "the number of stores, and so the branch, depends on the data",
}
