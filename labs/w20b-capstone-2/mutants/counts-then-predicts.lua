return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"n":5,"lab":"w18-bottleneck","code":"pitch","backend":"simt","versus":4,"bench":"rows-waves",
    "call":"row_sums","case":"rows-gate","clock":"counter","ratio":4.5,"lo":4.5,"hi":4.5,"predict":4},
  {"n":6,"lab":"w18-bottleneck","code":"pitch","backend":"simt","verb":"profile","gates":false,
    "counters":{"lengths/points-gate/g_ld_sec":3072,"lengths/points-gate/g_ld_req":768,
      "lengths/points-gate/g_st_sec":1024,"lengths/points-gate/sh_wave":1536,"row_sums/rows-gate/g_ld_sec":2048,
      "row_sums/rows-gate/g_ld_req":512,"row_sums/rows-gate/g_st_sec":32,"row_sums/rows-gate/sh_wave":1024,
      "dots/dots-gate/g_ld_sec":8192,"dots/dots-gate/g_ld_req":2048,"dots/dots-gate/g_st_sec":64,
      "dots/dots-gate/sh_wave":0}},
]],
     [[
  {"n":6,"lab":"w18-bottleneck","code":"pitch","backend":"simt","verb":"profile","gates":false,
    "counters":{"lengths/points-gate/g_ld_sec":3072,"lengths/points-gate/g_ld_req":768,
      "lengths/points-gate/g_st_sec":1024,"lengths/points-gate/sh_wave":1536,"row_sums/rows-gate/g_ld_sec":2048,
      "row_sums/rows-gate/g_ld_req":512,"row_sums/rows-gate/g_st_sec":32,"row_sums/rows-gate/sh_wave":1024,
      "dots/dots-gate/g_ld_sec":8192,"dots/dots-gate/g_ld_req":2048,"dots/dots-gate/g_st_sec":64,
      "dots/dots-gate/sh_wave":0}},
  {"n":5,"lab":"w18-bottleneck","code":"pitch","backend":"simt","versus":4,"bench":"rows-waves",
    "call":"row_sums","case":"rows-gate","clock":"counter","ratio":4.5,"lo":4.5,"hi":4.5,"predict":4},
]]},
  },
  fails = "moved", message = "its counters were known",
  why = "profiles the new version, and predicts what the profile said",
}
