return mutant {
  base = "reference", file = "wafer.c",
  replace = {
    {[[
    for (int i = 0; i < at->P; i++) {
        int a = share(m, at->P, i), west]],
     [[
    for (int i = 0; i < at->P; i++) {
        int a = share(m, at->P, 0), west]]},
  },
  fails = "correct", message = "cycles, expected",
  why = "takes all blocks for as large as the first",
}
