return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[int need = s->wr.op == WR_READ ? MR_LOCAL_WRITE : 0;]==],
     [==[int need = 0;]==]},
  },
  fails = "correct",
  why = "a READ goes out whatever its own buffer allows",
}
