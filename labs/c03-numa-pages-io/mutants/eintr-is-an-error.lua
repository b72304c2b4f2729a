return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
        if (got == IO_INTR)
            continue;
        if (got < 0)]==],
     [==[
        if (got < 0)]==]},
  },
  fails = "correct", message = "load_read",
  why = "gives up because a signal came",
}
