return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[a->tag[k] > worst ?]==],
     [==[a->tag[k] < worst || !k ?]==]},
  },
  fails = "correct",
  why = [[an answer is as good as the worst of its facts]],
}
