return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
(uint32_t)slots / 4 + 1);]==],
     [==[
(uint32_t)slots);]==]},
  },
  fails = "profile", message = "link_pct",
  why = "waits for the whole batch before the next one",
}
