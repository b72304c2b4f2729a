return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[#define CH_CREDIT (CH_SLOTS / 4)]==],
     [==[#define CH_CREDIT 1]==]},
  },
  fails = "profile", message = "credits_pct",
  why = "gives each slot back with a write of its own",
}
