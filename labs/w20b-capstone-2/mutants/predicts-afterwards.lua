return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"n":5,"lab":"w18-bottleneck","code":"pitch","backend":"simt","versus":4,"bench":"rows-waves",
    "call":"row_sums","case":"rows-gate","clock":"counter","ratio":4.5,"lo":4.5,"hi":4.5,"predict":4},
]],
     [[
  {"n":5,"lab":"w18-bottleneck","code":"pitch","backend":"simt","versus":4,"bench":"rows-waves",
    "call":"row_sums","case":"rows-gate","clock":"counter","ratio":4.5,"lo":4.5,"hi":4.5,"predict_late":4},
]]},
  },
  fails = "pairs", message = "without a prediction",
  why = "says 4 when 4.5 has been seen",
}
