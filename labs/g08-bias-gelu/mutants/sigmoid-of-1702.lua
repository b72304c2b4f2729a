return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[    *twice = 1.5957691216f * (v + .044715f * v * v * v); /* 2 sqrt(2 / pi) */]==],
              [==[    *twice = 1.702f * v;]==]}},
  fails = "correct", message = "tanh",
  why = "the sigmoid approximation, a third function of the same name",
}
