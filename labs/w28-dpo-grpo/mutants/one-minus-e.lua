return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[return a - log(-expm1(a));]==],
               [==[return a - log(1 - exp(a));]==]}},
  fails = "correct", message = "nearly-certain",
  why = "1 - e^a for an a next to 0 has no digits left",
}
