return mutant {
  base = "product.json", file = "product.json",
  replace = {
    {[[{"n":2,"lab":"g10-int8-gemm","code":"first"]], [[{"n":2,"lab":"g10-int8-gemm","code":"a sketch"]]},
    {[[
"code":"row once","backend":"simt","versus":2]],
     [[
"code":"row once","backend":"simt","versus":1]]},
  },
  fails = "baseline", message = "there is no profile of attempt 1, the baseline",
  why = "profiles a version that nothing is timed against",
}
