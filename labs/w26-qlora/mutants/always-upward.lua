return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"down = step % 2 == 0;",
     "down = 0;"},
  },
  fails = "profile", message = "copies",
  why = "each step begins at the page that has been away for longest",
}
