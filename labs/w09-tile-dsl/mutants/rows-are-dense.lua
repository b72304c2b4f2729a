return mutant {
  base = "reference", file = "tiles.cu",
  replace = {{"softmax_row<4>(x + row * ld,", "softmax_row<4>(x + row * C,"},
             {"softmax_row<1>(x + row * ld,", "softmax_row<1>(x + row * C,"}},
  fails = "correct", message = "softmax_tile",
  why = "takes the row length for the distance between rows: right until somebody passes a slice",
}
