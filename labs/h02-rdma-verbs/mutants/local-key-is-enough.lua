return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[in->length, MR_REMOTE_READ)]==],
     [==[in->length, 0)]==]},
  },
  fails = "correct",
  why = "lets a READ take what only the owner may read",
}
