return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"n":5,"lab":"w20c-legacy","code":"one pass","backend":"simt","versus":4,"bench":"append-stores",
    "call":"append_kv","case":"tokens-gate","clock":"counter","ratio":2,"lo":2,"hi":2,"predict":2},
  {"n":6,"lab":"w20c-legacy","code":"one pass","backend":"simt","verb":"profile","gates":false,
    "counters":{"softmax_rows/rows-gate/g_ld_sec":4096,"softmax_rows/rows-gate/g_ld_req":1024,
      "softmax_rows/rows-gate/g_st_sec":4096,"softmax_rows/rows-gate/sh_wave":0,
      "append_kv/tokens-gate/g_ld_sec":3328,"append_kv/tokens-gate/g_ld_req":768,
      "append_kv/tokens-gate/g_st_sec":2048,"append_kv/tokens-gate/sh_wave":0,
      "conv1d/channels-gate/g_ld_sec":12260,"conv1d/channels-gate/g_ld_req":4352,
      "conv1d/channels-gate/g_st_sec":1024,"conv1d/channels-gate/sh_wave":0}},
]],
     [[
  {"n":6,"lab":"w20c-legacy","code":"one pass","backend":"simt","verb":"profile","gates":false,
    "counters":{"softmax_rows/rows-gate/g_ld_sec":4096,"softmax_rows/rows-gate/g_ld_req":1024,
      "softmax_rows/rows-gate/g_st_sec":4096,"softmax_rows/rows-gate/sh_wave":0,
      "append_kv/tokens-gate/g_ld_sec":3328,"append_kv/tokens-gate/g_ld_req":768,
      "append_kv/tokens-gate/g_st_sec":2048,"append_kv/tokens-gate/sh_wave":0,
      "conv1d/channels-gate/g_ld_sec":12260,"conv1d/channels-gate/g_ld_req":4352,
      "conv1d/channels-gate/g_st_sec":1024,"conv1d/channels-gate/sh_wave":0}},
  {"n":5,"lab":"w20c-legacy","code":"one pass","backend":"simt","versus":4,"bench":"append-stores",
    "call":"append_kv","case":"tokens-gate","clock":"counter","ratio":2,"lo":2,"hi":2,"predict":2},
]]},
  },
  fails = "moved", message = "its counters were known",
  why = "profiles the new version, and predicts what the profile said",
}
