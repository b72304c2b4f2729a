return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[s->first / ns + s->said * c->tpot : s]==],
     [==[s->first / ns : s]==]},
  },
  fails = "correct", message = "urgent",
  why = "the next byte is due when the first one was: whoever speaks is overdue soon, and keeps the seat",
}
