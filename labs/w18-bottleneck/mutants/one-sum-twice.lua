return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[odd += dot4(q, v);]==],
              [==[odd += dot4(p, u);]==]}},
  fails = "correct", message = "dots(",
  why = "both halves go into one sum, and one of them twice",
}
