return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[a.move >= HIGH && !(a.compute > a.move)]==],
              [==[a.move >= HIGH && a.move >= a.compute]==]}},
  fails = "correct", message = "missing",
  why = "an unmeasured computing part stops the rule of memory",
}
