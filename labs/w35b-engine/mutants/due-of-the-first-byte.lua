return mutant {
  base = "reference", file = "engine.c",
  replace = {
    {[==[due = s->said ? s->first / ns + s->said * c->tpot : s]==],
     [==[due = s]==]},
  },
  fails = "correct", message = "urgent",
  why = "tpot is ignored: each byte is due when the first one was promised, and whoever speaks keeps the seat",
}
