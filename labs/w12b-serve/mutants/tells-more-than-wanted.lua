return mutant {
  base = "reference", file = "serve.c",
  replace = {
    {[==[least(each, e->seat[k].r.want - e->seat[k].said - 1)]==],
     [==[each]==]},
  },
  fails = "correct", message = "misuse: a byte was said for request",
  why = "guesses past the last byte that was wanted are said as well",
}
