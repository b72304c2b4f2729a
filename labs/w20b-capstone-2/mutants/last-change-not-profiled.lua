return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"n":8,"lab":"w20c-legacy","code":"wide","backend":"simt","verb":"profile","gates":true,
    "counters":{"softmax_rows/rows-gate/g_ld_sec":4096,"softmax_rows/rows-gate/g_ld_req":1024,
      "softmax_rows/rows-gate/g_st_sec":4096,"softmax_rows/rows-gate/sh_wave":0,
      "append_kv/tokens-gate/g_ld_sec":3328,"append_kv/tokens-gate/g_ld_req":768,
      "append_kv/tokens-gate/g_st_sec":2048,"append_kv/tokens-gate/sh_wave":0,
      "conv1d/channels-gate/g_ld_sec":1220,"conv1d/channels-gate/g_ld_req":260,
      "conv1d/channels-gate/g_st_sec":1024,"conv1d/channels-gate/sh_wave":1032}},
]],
     [[
  {"n":8,"lab":"w20c-legacy","code":"wide","backend":"simt"},
]]},
  },
  fails = "moved", message = "no counter confirms the change",
  why = "times the last version and never counts what it does",
}
