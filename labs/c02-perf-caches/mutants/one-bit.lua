return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {[[
            *c += *c < 3;
]], [[
            *c = 3;
]]},
    {[[
            *c -= *c > 0;
]], [[
            *c = 0;
]]},
  },
  fails = "correct", message = "branch_run",
  why = "one bit: the last turn of a loop costs two mispredictions",
}
