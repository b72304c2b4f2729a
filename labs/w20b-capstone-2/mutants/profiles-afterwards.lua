return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[
  {"n":2,"lab":"w17-flash-hopper","code":"first","backend":"simt","verb":"profile","gates":false,
    "counters":{"flash_hop/gate/tma_B":393216,"flash_hop/gate-causal/flops_tensor":33554432,
      "flash_hop/gate/sh_wave":512,"flash_fp8/gate/tma_B":163840,"flash_fp8/gate/flops_tensor":16777216,
      "flash_fp8/gate/sh_wave":1280}},
]],
     [[
]]},
    {[[
  {"n":3,"lab":"w17-flash-hopper","code":"rows","backend":"simt","versus":2,"bench":"hop-bytes",
    "call":"flash_hop","case":"gate","clock":"counter","ratio":1.5,"lo":1.5,"hi":1.5,"predict":2},
]],
     [[
  {"n":3,"lab":"w17-flash-hopper","code":"rows","backend":"simt","versus":1,"bench":"hop-bytes",
    "call":"flash_hop","case":"gate","clock":"counter","ratio":1.5,"lo":1.5,"hi":1.5,"predict":2},
  {"n":2,"lab":"w17-flash-hopper","code":"first","backend":"simt","verb":"profile","gates":false,
    "counters":{"flash_hop/gate/tma_B":393216,"flash_hop/gate-causal/flops_tensor":33554432,
      "flash_hop/gate/sh_wave":512,"flash_fp8/gate/tma_B":163840,"flash_fp8/gate/flops_tensor":16777216,
      "flash_fp8/gate/sh_wave":1280}},
]]},
  },
  fails = "baseline", message = "older than attempt",
  why = "makes the baseline when the change was timed already",
}
