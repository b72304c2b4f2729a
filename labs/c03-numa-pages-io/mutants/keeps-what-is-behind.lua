return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    munmap(p + before + want, BLOCK - before);
]==],
     [==[
]==]},
  },
  fails = "correct", message = "apart",
  why = "addresses behind the area that were asked for to align it stay mapped",
}
