return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[                float u = v.v[e] + b[e];]==],
              [==[                float u = v.v[e] + (WHAT == SLOPE ? 0 : b[e]);]==]}},
  fails = "correct", message = "bias_gelu_bwd",
  why = "the slope at x, not at x + bias",
}
