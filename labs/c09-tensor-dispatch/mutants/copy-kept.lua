return mutant {
  base = "reference", file = "tensor.c",
  replace = {
    {[[    tensor_drop(&apart);
]],
     [[]]},
  },
  fails = "correct", message = "never went back",
  why = "keeps the copy that add_ needed",
}
