return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    if (p->bytes && !l->failed) {]==],
     [==[
    if (p->bytes && again && !l->failed) {]==]},
  },
  fails = "correct", message = "load_ring",
  why = "takes a short completion for a whole one",
}
