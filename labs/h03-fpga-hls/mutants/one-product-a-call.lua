return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[[
for (int o = 0; o < n[l + 1]; o += 2) {
            int two = o + 1 < n[l + 1];]],
     [[
for (int o = 0; o < n[l + 1]; o++) {
            int two = 0 * o;]]},
  },
  fails = "profile",
  why = "half of each multiplier is idle",
}
