return mutant {
  base = "reference", file = "serve.c",
  replace = {
    {[==[while (e->live < e->seats && (got]==],
     [==[while (e->live < 1 && (got]==]},
  },
  fails = "profile", message = "waited",
  why = "seats stay empty while somebody waits",
}
