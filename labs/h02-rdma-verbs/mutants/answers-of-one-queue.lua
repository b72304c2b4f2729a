return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (q->owed_n == RC_OWED)
        return NULL;]==],
     [==[
    if (q->owed_n == DEPTH)
        return NULL;]==]},
  },
  fails = "correct",
  why = "has room for as many answers as a queue has requests, and drops the rest",
}
