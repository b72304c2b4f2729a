return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"n":9,"lab":"w20c-legacy","code":"wide","backend":"simt","versus":2,"bench":"softmax-sectors",
    "call":"softmax_rows","case":"rows-gate","clock":"counter","ratio":24,"lo":24,"hi":24},
]],
     [[
  {"n":9,"lab":"w20c-legacy","code":"wide","backend":"simt","versus":2,"bench":"softmax-sectors",
    "call":"softmax_rows","case":"rows-gate","clock":"counter","ratio":1,"lo":1,"hi":1},
]]},
  },
  fails = "total", message = "a later change took back what this one gained",
  why = "the third change brings the sectors of the first one back",
}
