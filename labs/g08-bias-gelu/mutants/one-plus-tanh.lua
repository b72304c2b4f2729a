return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[    return 1 / (1 + expf(-*twice));]==],
              [==[    return .5f * (1 + tanhf(.5f * *twice));]==]}},
  fails = "correct", message = "expected",
  why = "1 + tanh cancels",
}
