return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[WHAT == ADD ? w.v[e] + gelu(u, form)]==],
              [==[WHAT == ADD ? gelu(w.v[e] + u, form)]==]}},
  fails = "correct", message = "bias_gelu_add",
  why = "gelu of the sum: the residual goes through the activation",
}
