return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[    top = warp_max(top);]==],
              [==[    top = 0;]==]}},
  fails = "correct", message = "softmax_rows(",
  why = "no maximum is subtracted: exp of two hundred is infinite",
}
