return mutant {
  base = "reference", file = "router.c",
  replace = {
    {".lr = .3 }",
     ".lr = 1 }"},
  },
  fails = "correct", message = "on tokens not trained on",
  why = "a learning rate at which the experts run away",
}
