return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"q->mean = (float)(sum / (double)blocks);",
     "q->mean = 0;"},
  },
  fails = "correct", message = "the mean of",
  why = "scales are quantised around 0, where none of them lies",
}
