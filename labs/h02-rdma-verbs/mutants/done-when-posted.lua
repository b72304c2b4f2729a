return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[    return t->done;]==],
     [==[    return t->sent;]==]},
  },
  fails = "correct", message = "tx_done",
  why = "gives a message back as soon as it is posted",
}
