return mutant {
  base = "reference", file = "planner.c",
  replace = {
    {[[(p->zero == 3 ? apart + two : all);]],
     [[(p->zero == 3 ? apart : all);]]},
  },
  fails = "correct", message = "weights",
  why = "forgets that layers at work are whole in stage 3",
}
