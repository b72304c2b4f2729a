return mutant {
  base = "reference", file = "rmsnorm.cu",
  replace = {{[==[(w[e] - v[e] * pull), r * (w[e + 1] - v[e + 1] * pull)]==],
              [==[(w[e] + v[e] * pull), r * (w[e + 1] + v[e + 1] * pull)]==]},
             {[==[(w[e + 2] - v[e + 2] * pull), r * (w[e + 3] - v[e + 3] * pull)]==],
              [==[(w[e + 2] + v[e + 2] * pull), r * (w[e + 3] + v[e + 3] * pull)]==]}},
  fails = "correct", message = "slope",
  why = "the term along x is added: a larger x makes rstd smaller, not larger",
}
