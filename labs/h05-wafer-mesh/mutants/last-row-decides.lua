return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
    for (int i = 0; i < at->P; i++) {
        int a = share(m, at->P, i), west]],
     [[
    for (int i = at->P - 1; i < at->P; i++) {
        int a = share(m, at->P, i), west]]},
  },
  fails = "correct", message = "cycles, expected",
  why = "looks at the southernmost row, and an earlier one has a row of A more",
}
