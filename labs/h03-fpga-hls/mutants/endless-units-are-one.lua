return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
if (loop->units[k] && up(count[k], loop->units[k]) > ii)
            ii = up(count[k], loop->units[k]);]],
     [[
if (up(count[k], loop->units[k] ? loop->units[k] : 1) > ii)
            ii = up(count[k], loop->units[k] ? loop->units[k] : 1);]]},
  },
  fails = "correct", message = "df_ii of loop",
  why = "0 units are as many as anybody wants",
}
