return mutant {
  base = "reference", file = "epilogue.cu",
  replace = {{[==[return make_float2(relu(sum.x + b.x), relu(sum.y + b.y));]==],
              [==[return make_float2(relu(sum.x) + b.x, relu(sum.y) + b.y);]==]}},
  fails = "correct", message = "mismatch",
  why = "ReLU first, then the bias",
}
