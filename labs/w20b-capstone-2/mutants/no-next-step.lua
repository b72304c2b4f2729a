return mutant {
  base = "product.json", file = "product.json",
  replace = {
    {[["answer":"next"]], [["answer":"draft"]]},
  },
  fails = "next", message = "has 0 of at least 40 words",
  why = "stops where the work ends",
}
