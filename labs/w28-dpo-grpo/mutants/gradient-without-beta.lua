return mutant {
  base = "reference", file = "preference.c",
  replace = {{[==[dchosen[i] = -beta * sigmoid(-margin[i]) / n;]==],
               [==[dchosen[i] = -sigmoid(-margin[i]) / n;]==]}},
  fails = "correct", message = "dchosen",
  why = "differentiates by the margin and stops there",
}
