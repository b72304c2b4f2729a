return mutant {
  base = "reference", file = "tree.c",
  replace = {
    {[==[    float least = 0;
]==],
     [==[    float least = -1;
]==]},
    {[==[        float most = 0;
]==],
     [==[        float most = -1;
]==]},
    {[==[least = n == k ? row[best[k - 1]] : 0;]==],
     [==[least = n == k ? row[best[k - 1]] : -1;]==]},
  },
  fails = "correct",
  why = "a token that the draft never says is no candidate",
}
