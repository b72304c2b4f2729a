return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (q->owed_n) {
]==],
     [==[
    if (q->owed_n && !q->error) {
]==]},
  },
  fails = "correct",
  why = "an error also swallows the NAK that would explain it",
}
