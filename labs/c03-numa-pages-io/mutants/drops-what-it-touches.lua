return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    int64_t first = (from + PG_BYTES - 1) / PG_BYTES * PG_BYTES, end = to / PG_BYTES * PG_BYTES;]==],
     [==[
    int64_t first = from / PG_BYTES * PG_BYTES, end = (to + PG_BYTES - 1) / PG_BYTES * PG_BYTES;]==]},
  },
  fails = "correct", message = "area_drop",
  why = "drops pages of which a part is still in use",
}
