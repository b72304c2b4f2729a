return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    int64_t pages = (size + PG_BYTES - 1) / PG_BYTES, asked = 0;]==],
     [==[
    int64_t pages = size / PG_BYTES + 1, asked = 0;]==]},
  },
  fails = "correct", message = "load_map",
  why = "touches a page behind the end when the size is a multiple of a page, or 0",
}
