return mutant {
  base = "reference", file = "streams.c",
  replace = {
    {[==[    p = (struct plan){.load = {0}};]==],
     [==[    static const vStream_t mine[] = {20, 21, 22, 23};
    p = (struct plan){.load = {0}};
    s = mine;
    ns = 4;]==]},
  },
  fails = "correct", message = "was not given",
  why = "uses streams that nobody made",
}
