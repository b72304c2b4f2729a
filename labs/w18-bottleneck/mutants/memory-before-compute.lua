return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.move >= HIGH && !(a.compute > a.move)]==],
              [==[a.move >= HIGH]==]}},
  fails = "correct", message = "name_bound(",
  why = "memory wins whenever it is high",
}
