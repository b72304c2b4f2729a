return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[        s[k] = add(s[k], quad(x, q + k * T, n));]],
              [[        s[k] = add(s[k], quad(x, q + k * T, 0 * n));]]}},
  fails = "correct", message = "sum_16",
  why = "rounds that are not whole are not added",
}
