return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
for (p.ii = df_ii(loop); best < 0; p.ii++) {
]],
     [[
for (p.ii = df_ii(loop) + 1; best < 0; p.ii++) {
]]},
  },
  fails = "profile",
  why = "one more than the bound, to be sure",
}
