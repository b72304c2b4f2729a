return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[gain += share * (fmin(free, held) - beta * k3);]==],
               [==[gain += share * (held - beta * k3);]==]}},
  fails = "correct", message = "the loss is",
  why = "the ratio is clipped whatever the sign of the advantage",
}
