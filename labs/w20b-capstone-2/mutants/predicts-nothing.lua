return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[
  {"n":7,"lab":"w17-flash-hopper","code":"turned","backend":"simt","versus":6,"bench":"fp8-waves",
    "call":"flash_fp8","case":"gate","clock":"counter","ratio":1.25,"lo":1.25,"hi":1.25,"predict":2},
]],
     [[
  {"n":7,"lab":"w17-flash-hopper","code":"turned","backend":"simt","versus":6,"bench":"fp8-waves",
    "call":"flash_fp8","case":"gate","clock":"counter","ratio":1.25,"lo":1.25,"hi":1.25},
]]},
  },
  fails = "pairs", message = "without a prediction",
  why = "the third change is timed without a word",
}
