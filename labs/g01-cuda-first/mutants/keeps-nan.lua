return mutant {
  base = "reference", file = "first.cu",
  replace = {
    {"out[i] = x[i] > 0 ? x[i] : 0;", "out[i] = x[i] < 0 ? 0 : x[i];"},
  },
  fails = "correct", message = "relu",
  why = "NaN is not above 0: what is not below 0 is another question",
}
