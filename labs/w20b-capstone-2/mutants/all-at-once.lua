return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[["code":"sectors","backend":"simt","versus":2]], [["code":"wide","backend":"simt","versus":2]]},
    {[["code":"one pass","backend":"simt","versus":4]], [["code":"wide","backend":"simt","versus":2]]},
    {[["code":"wide","backend":"simt","versus":6]], [["code":"wide","backend":"simt","versus":2]]},
  },
  fails = "pairs", message = "one change that is timed on several benches",
  why = "mends three kernels in one edit, and times it three times",
}
