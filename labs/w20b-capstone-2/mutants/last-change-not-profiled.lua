return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"n":8,"lab":"w18-bottleneck","code":"wide","backend":"simt","verb":"profile","gates":true,
    "counters":{"lengths/points-gate/g_ld_sec":3072,"lengths/points-gate/g_ld_req":768,
      "lengths/points-gate/g_st_sec":1024,"lengths/points-gate/sh_wave":1536,"row_sums/rows-gate/g_ld_sec":2048,
      "row_sums/rows-gate/g_ld_req":512,"row_sums/rows-gate/g_st_sec":32,"row_sums/rows-gate/sh_wave":1024,
      "dots/dots-gate/g_ld_sec":8192,"dots/dots-gate/g_ld_req":512,"dots/dots-gate/g_st_sec":64,
      "dots/dots-gate/sh_wave":0}},
]],
     [[
  {"n":8,"lab":"w18-bottleneck","code":"wide","backend":"simt"},
]]},
  },
  fails = "moved", message = "no counter confirms the change",
  why = "times the last version and never counts what it does",
}
