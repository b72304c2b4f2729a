return mutant {
  base = "reference", file = "compile.c",
  replace = {{[["-INFINITY" : "0"]],
              [["0" : "0"]]}},
  fails = "correct", message = "softmax",
  why = "a maximum begins with 0: rows of negative numbers have none of that size",
}
