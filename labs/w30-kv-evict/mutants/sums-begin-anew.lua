return mutant {
  base = "reference", file = "evict.c",
  replace = {
    {[==[            e->score[j] += attn[]==],
     [==[            e->score[j] = (g ? e->score[j] : 0) + attn[]==]},
  },
  fails = "correct", message = "should be byte",
  why = "a sum is what the last query gave, not what all have given",
}
