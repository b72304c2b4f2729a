return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[float m = beta * (place[0] + place[1]),]==],
               [==[float m = beta * place[0],]==]}},
  fails = "correct", message = "margin",
  why = "tokens beyond the first warp's are in no sum",
}
