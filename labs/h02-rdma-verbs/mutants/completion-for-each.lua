return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[#define CH_SIGNAL (FAB_SQ / 3)]==],
     [==[#define CH_SIGNAL 1]==]},
  },
  fails = "profile", message = "completions_pct",
  why = "asks for a completion of each message",
}
