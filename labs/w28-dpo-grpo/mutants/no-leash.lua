return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[{ .3, 2e-4 }]==],
               [==[{ 0, 2e-3 }]==]}},
  fails = "correct", message = "nats",
  why = "beta is nearly 0: the reward is bought with everything else",
}
