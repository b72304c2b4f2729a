return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[{ 1, 2e-4 }]==],
               [==[{ 1, 5e-3 }]==]}},
  fails = "correct", message = "nats",
  why = "a rate at which the policy forgets its language",
}
