return mutant {
  base = "product.json", file = "product.json",
  replace = {
    {[[{"n":4,"lab":"g10-int8-gemm",]], [[{"n":4,"rev":2,"lab":"g10-int8-gemm",]]},
  },
  fails = "moved", message = "of different revisions of g10-int8-gemm",
  why = "compares with a profile of the lab's cases as they were before they changed",
}
