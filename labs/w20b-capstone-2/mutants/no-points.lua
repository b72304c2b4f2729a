return mutant {
  base = "kernels.json", file = "kernels.json",
  replace = {
    {[["answer":"roofline"]], [["answer":"draft"]]},
  },
  fails = "roofline", message = "has 0 of at least 60 words",
  why = "tells no point in the roofline",
}
