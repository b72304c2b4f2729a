return mutant {
  base = "reference", file = "dataflow.c",
  replace = {
    {[==[    while (!earliest(loop, ii, start))]==],
     [==[    while (ii < 1000 && !earliest(loop, ii, start))]==]},
  },
  fails = "correct", message = "expected 2560",
  why = "gives up at an II of 1,000, and 64 operations of 40 cycles may wait for each other",
}
