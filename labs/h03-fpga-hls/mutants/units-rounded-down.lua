return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
up(count[k], loop->units[k]) > ii)
            ii = up(count[k], loop->units[k]);]],
     [[
count[k] / loop->units[k] > ii)
            ii = count[k] / loop->units[k];]]},
  },
  fails = "correct", message = "df_ii of loop",
  why = "nine operations on four units take three starts, not two",
}
