return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[["code":"vectors","versus":1,]], [["code":"vectors",]]},
  },
  fails = "total", message = "no measurement",
  why = "claims the product of three gains that were measured apart",
}
