return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[[
  {"n":5,"lab":"w20c-legacy","code":"one pass",]],
     [[
  {"n":15,"lab":"w20c-legacy","code":"one pass","backend":"simt","bench":"append-stores","call":"append_kv",
    "case":"tokens-gate","clock":"counter","ratio":1,"lo":1,"hi":1},
  {"n":5,"lab":"w20c-legacy","code":"one pass",]]},
  },
  fails = "moved", message = "had measured the new version before",
  why = "holds the new version against the reference, and predicts what follows from the ratio",
}
