return mutant {
  base = "product.json", file = "product.json",
  replace = {
    {[[{"n":1,"lab":"g10-int8-gemm",]], [[{"n":1,"lab":"g10-int8-gemm","correct":false,]]},
    {[[{"n":2,"lab":"g10-int8-gemm",]], [[{"n":2,"lab":"g10-int8-gemm","correct":false,]]},
    {[[{"n":4,"lab":"g10-int8-gemm",]], [[{"n":4,"lab":"g10-int8-gemm","correct":false,]]},
    {[[{"n":6,"lab":"g10-int8-gemm",]], [[{"n":6,"lab":"g10-int8-gemm","correct":false,]]},
    {[[{"n":8,"lab":"g10-int8-gemm",]], [[{"n":8,"lab":"g10-int8-gemm","correct":false,]]},
  },
  fails = "passed", message = "No attempt of g10-int8-gemm passes",
  why = "stands on a layer that was never right",
}
