return mutant {
  base = "reference", file = "tco.c",
  replace = {
    {[==[not_below_zero(o->resale) && o->resale <= o->price]==],
     [==[not_below_zero(o->resale)]==]},
  },
  fails = "correct",
  why = [[who sells it for more than he paid has mistyped]],
}
