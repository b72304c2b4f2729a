return mutant {
  base = "reference", file = "legacy.cu",
  replace = {{[==[    for (int d = 16; d; d /= 2)
        v += ]==],
              [==[    for (int d = 8; d; d /= 2)
        v += ]==]}},
  fails = "correct", message = "softmax_rows(",
  why = "a sum over 16 lanes of 32",
}
