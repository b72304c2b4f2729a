return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[start = from[2 * i],]==],
               [==[start = i ? from[2 * i] : 0,]==]}},
  fails = "correct", message = "empty-answers",
  why = "the first answer is taken to begin at token 0",
}
