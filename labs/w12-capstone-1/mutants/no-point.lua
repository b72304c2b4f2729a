return mutant {
  base = "attention.json", file = "attention.json",
  replace = {
    {[[,"gflops":12,"gbps":1]], ""},
  },
  fails = "figure", message = "no timed run with FLOP",
  why = "never stands in the roofline",
}
