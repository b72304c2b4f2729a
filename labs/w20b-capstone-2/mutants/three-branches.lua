return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[["code":"one pass","backend":"simt","versus":4]], [["code":"one pass","backend":"simt","versus":2]]},
    {[["code":"wide","backend":"simt","versus":6]], [["code":"wide","backend":"simt","versus":2]]},
  },
  fails = "moved", message = "1 of 3 improvements build on one another",
  why = "three changes of the first version, which are never in one",
}
