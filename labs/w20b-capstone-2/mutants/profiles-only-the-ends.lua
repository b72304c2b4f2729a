return mutant {
  base = "product.json", file = "product.json",
  replace = {
    {[[
  {"n":6,"lab":"g10-int8-gemm","code":"wide tiles","backend":"simt","verb":"profile","gates":false,
    "counters":{"quantise_rows/gate-rows/g_ld_sec":1024,"quantise_rows/gate-rows/g_ld_req":64,
      "quantise_rows/gate-rows/g_st_sec":516,"gemm_w8a8/gate/tma_B":327680,"gemm_w8a8/gate/g_ld_sec":544,
      "gemm_w8a8/gate/sh_wave":1024,"gemv_w4/gate-four/g_ld_sec":43008,"gemv_w4/gate-four/g_ld_req":16896,
      "gemv_w4/gate-four/sh_wave":0}},
]],
     [[
  {"n":6,"lab":"g10-int8-gemm","code":"wide tiles","backend":"simt"},
]]},
  },
  fails = "moved", message = "was not profiled",
  why = "profiles the first version and the last, so two changes share one difference",
}
