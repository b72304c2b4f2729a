return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
(uint32_t)slots / 4 + 1);]==],
     [==[
1);]==]},
  },
  fails = "profile", message = "io_calls",
  why = "a call for each completion",
}
