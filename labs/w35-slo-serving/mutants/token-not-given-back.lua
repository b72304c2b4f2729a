return mutant {
  base = "reference", file = "slo.c",
  replace = {
    {[=[            s->left += s->at[v].served;
]=],
     [=[]=]},
  },
  fails = "correct",
  why = [[what a dropped one would have decoded is lost from the budget]],
}
