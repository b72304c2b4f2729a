return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[
  {"n":8,"lab":"w17-flash-hopper","code":"turned","backend":"simt","verb":"profile","gates":true,
    "counters":{"flash_hop/gate/tma_B":262144,"flash_hop/gate-causal/flops_tensor":25165824,
      "flash_hop/gate/sh_wave":512,"flash_fp8/gate/tma_B":163840,"flash_fp8/gate/flops_tensor":16777216,
      "flash_fp8/gate/sh_wave":1024}},
]],
     [[
  {"n":8,"lab":"w17-flash-hopper","code":"turned","backend":"simt","verb":"profile","gates":true,
    "counters":{"flash_hop/gate/tma_B":262144,"flash_hop/gate-causal/flops_tensor":25165824,
      "flash_hop/gate/sh_wave":512,"flash_fp8/small/tma_B":163840,"flash_fp8/small/flops_tensor":16777216,
      "flash_fp8/small/sh_wave":1024}},
]]},
  },
  fails = "moved", message = "did not both count flash_fp8 in the case that was timed",
  why = "profiles the new version at a shape of its own",
}
