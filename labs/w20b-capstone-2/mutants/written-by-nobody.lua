return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[["answer":"provenance"]], [["answer":"origin"]]},
  },
  fails = "provenance", message = "of at least 40",
  why = "nothing is said of who wrote it",
}
