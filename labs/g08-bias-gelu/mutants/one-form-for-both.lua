return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[    return v * (form == ERF ? .5f]==],
              [==[    return v * (form >= ERF ? .5f]==]}},
  fails = "correct", message = "tanh",
  why = "erf whatever is asked for: the two differ by half a thousandth",
}
