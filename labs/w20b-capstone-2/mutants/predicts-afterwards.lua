return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"n":5,"lab":"w20c-legacy","code":"one pass","backend":"simt","versus":4,"bench":"append-stores",
    "call":"append_kv","case":"tokens-gate","clock":"counter","ratio":2,"lo":2,"hi":2,"predict":2},
]],
     [[
  {"n":5,"lab":"w20c-legacy","code":"one pass","backend":"simt","versus":4,"bench":"append-stores",
    "call":"append_kv","case":"tokens-gate","clock":"counter","ratio":2,"lo":2,"hi":2,"predict_late":2},
]]},
  },
  fails = "pairs", message = "without a prediction",
  why = "says 2 when 2 has been seen",
}
