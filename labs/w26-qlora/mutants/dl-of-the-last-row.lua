return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"dl[i] += dy[i] * x[i];",
     "dl[i] = dy[i] * x[i];"},
  },
  fails = "correct", message = "dl",
  why = "the vector gets the gradient of the last token alone",
}
