return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"load(x, at, in, -INFINITY)", "load(x, at, in, 0.f)"}},
  fails = "correct", message = "soft-one",
  why = "masked elements of softmax are 0, and each adds exp(-max) to the sum",
}
