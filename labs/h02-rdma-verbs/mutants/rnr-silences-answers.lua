return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (q->owed_n) {
]==],
     [==[
    if (q->owed_n && now >= q->quiet_until) {
]==]},
  },
  fails = "correct",
  why = "after RNR even answers have to wait",
}
