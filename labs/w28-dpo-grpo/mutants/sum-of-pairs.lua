return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[dchosen[i] = -beta * sigmoid(-margin[i]) / n;]==],
               [==[dchosen[i] = -beta * sigmoid(-margin[i]);]==]}},
  fails = "correct", message = "dchosen",
  why = "the gradient of a sum, where the loss is a mean",
}
