return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
        t += trip(apart(at->col[i][j], at->col[i][j + step]));
]],
     [[
        t += trip(apart(at->col[i][j], at->col[i][j + step])) + (j == from ? 0 : share(m, at->P, i) - 1);
]]},
  },
  fails = "correct", message = "cycles, expected",
  why = "each core of a chain takes in the whole stream before it sends",
}
