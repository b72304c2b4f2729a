return mutant {
  base = "reference", file = "serve.c",
  replace = {
    {[==[            if (n == ROWS) {]==],
     [==[            if (n == 1) {]==]},
  },
  fails = "profile", message = "l2_miss",
  why = "a prompt that is known reads all weights for each of its bytes",
}
