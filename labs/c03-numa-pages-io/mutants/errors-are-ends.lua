return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        if (got < 0)
            return -1;
        if (!got)]==],
     [==[
        if (got <= 0)]==]},
  },
  fails = "correct", message = "load_read: expected -1",
  why = "an error looks like the end of the file",
}
