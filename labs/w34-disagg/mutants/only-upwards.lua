return mutant {
  base = "reference", file = "disagg.c",
  replace = {
    {[=[            high = low;
            low = high / 2;]=],
     [=[            return 0;]=]},
  },
  fails = "correct", message = "curve",
  why = [[the rate to begin with may be too high already]],
}
