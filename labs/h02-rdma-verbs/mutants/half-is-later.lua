return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (d > PSN / 2) {
        if (in->op]==],
     [==[
    if (d > PSN / 2 + 1) {
        if (in->op]==]},
  },
  fails = "correct",
  why = "takes the number that lies just half of all away for a later one",
}
