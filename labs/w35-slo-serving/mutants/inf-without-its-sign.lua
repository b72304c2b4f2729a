return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=["+Inf"]=],
     [=["Inf"]=]},
  },
  fails = "correct",
  why = [[the last bucket is called Inf: its le is +Inf]],
}
