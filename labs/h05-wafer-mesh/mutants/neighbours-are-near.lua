return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
        t += trip(apart(at->col[i][j], at->col[i][j + step]));
]],
     [[
        t += trip(1);
]]},
  },
  fails = "correct", message = "cycles, expected",
  why = "sums go one hop, also over a dead core",
}
