return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
for (p.ii = df_ii(loop); best < 0; p.ii++) {
]],
     [[
for (p.ii = 40 * loop->ops; best < 0; p.ii++) {
]]},
  },
  fails = "profile",
  why = "no iteration begins before the last one has ended",
}
