return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {".lr = .01f",
     ".lr = .1f"},
  },
  fails = "correct", message = "base in four bits",
  why = "a learning rate at which the run gets nowhere",
}
