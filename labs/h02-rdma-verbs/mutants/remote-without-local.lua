return mutant {
  base = "reference", file = "verbs.c",
  replace = {
    {[==[
    if (access & MR_REMOTE_WRITE && !(access & MR_LOCAL_WRITE))
        return 0;
]==],
     [==[]==]},
  },
  fails = "correct", message = "mr_register",
  why = "lets strangers write where the owner may not",
}
