return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[#define CH_SIGNAL (FAB_SQ / 3)]==],
     [==[#define CH_SIGNAL FAB_SQ]==]},
  },
  fails = "correct", message = "behind",
  why = "asks for a completion once in a queue: the last messages never come back",
}
