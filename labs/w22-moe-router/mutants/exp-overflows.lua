return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[double top = z[0], sum = 0;
    for (int e = 1; e < E; e++)
        top = z[e] > top ? z[e] : top;]=],
     "double top = 0, sum = 0;"},
  },
  fails = "correct", message = "large-logits",
  why = "the largest logit is not taken off before exp",
}
