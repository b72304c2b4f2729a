return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    munmap(p + before + want, BLOCK - before);]==],
     [==[
    munmap(p + before + bytes, BLOCK - before);]==]},
  },
  fails = "correct", message = "apart",
  why = "munmap refuses an address that is no page, and nobody looks",
}
