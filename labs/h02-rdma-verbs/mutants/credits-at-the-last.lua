return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[#define CH_CREDIT (CH_SLOTS / 4)]==],
     [==[#define CH_CREDIT CH_SLOTS]==]},
  },
  fails = "profile", message = "channel_pct",
  why = "gives slots back only when none is left",
}
