return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
    while (!earliest(loop, ii, start))
        ii++;]],
     [[    earliest(loop, ii, start);]]},
  },
  fails = "correct", message = "df_ii of loop",
  why = "only units bound the II",
}
