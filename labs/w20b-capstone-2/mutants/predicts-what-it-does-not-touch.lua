return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"n":7,"lab":"w20c-legacy","code":"wide","backend":"simt","versus":6,"bench":"conv-requests","call":"conv1d",
    "case":"channels-gate","clock":"counter","ratio":16.74,"lo":16.74,"hi":16.74,"predict":16},
]],
     [[
  {"n":7,"lab":"w20c-legacy","code":"wide","backend":"simt","versus":6,"bench":"append-stores","call":"append_kv",
    "case":"tokens-gate","clock":"counter","ratio":1,"lo":1,"hi":1,"predict":1},
]]},
  },
  fails = "moved", message = "lowered none of",
  why = "predicts 1 for a bench that the change does not touch, and is right",
}
