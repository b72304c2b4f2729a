return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[int n = j->need < s->left ? j->need : s->left;]=],
     [=[int n = j->need;]=]},
  },
  fails = "correct",
  why = [[a piece is as long as its prompt, not as the budget]],
}
