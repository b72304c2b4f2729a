return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[        over += e->score[j] >= bar;]==],
     [==[        over += e->score[j] > bar;]==]},
    {[==[(e->score[j] == bar && over-- <= k)]==],
     [==[(e->score[j] == bar && over++ < k)]==]},
  },
  fails = "correct", message = "should be byte",
  why = "of equal scores the older ones are better when the prompt is cut",
}
