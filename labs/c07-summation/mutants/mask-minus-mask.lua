return mutant {
  base = "reference", file = "summation.c",
  replace = {
    {"        y[k] = top > -INFINITY ? expf(x[k] - top) : 0;", "        y[k] = expf(x[k] - top);"},
  },
  fails = "correct", message = "masked-all: softmax",
  why = "all masked: -inf minus -inf is NaN",
}
