return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[{ .3, 2e-4 }]==],
               [==[{ .3, 5e-6 }]==]}},
  fails = "correct", message = "within reach",
  why = "a rate at which nothing is learnt in so many batches",
}
