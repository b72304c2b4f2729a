return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"int pages = (n + PAGE - 1) / PAGE, down",
     "int pages = n / PAGE, down"},
  },
  fails = "correct", message = "one-page",
  why = "a page that is not full has no turn",
}
