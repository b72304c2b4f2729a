return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
            io_want(k, asked, more);]==],
     [==[
            (void)k;]==]},
  },
  fails = "profile", message = "major_faults",
  why = "each page is a major fault",
}
