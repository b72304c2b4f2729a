return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[double port = b->offer.port;]==],
     [==[double port = b->offer.port;
    *usd = INFINITY;]==]},
  },
  fails = "correct",
  why = [[INFINITY is written where there is no answer: a refusal leaves the output alone]],
}
