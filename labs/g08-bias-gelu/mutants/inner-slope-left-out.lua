return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[1.5957691216f * (1 + .134145f * v * v);]==],
              [==[1.5957691216f;]==]}},
  fails = "correct", message = "bias_gelu_bwd",
  why = "the derivative of what stands inside tanh is missing its cubic part",
}
