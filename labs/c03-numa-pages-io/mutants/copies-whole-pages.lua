return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
left < PG_BYTES ? (size_t)left : PG_BYTES);]==],
     [==[
left < PG_BYTES && page ? PG_BYTES : PG_BYTES);]==]},
  },
  fails = "correct", message = "load_map",
  why = "copies all of the last page",
}
