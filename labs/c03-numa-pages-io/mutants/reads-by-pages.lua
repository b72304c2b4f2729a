return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
io_pread(k, (char *)dst + at, room - at, at)]==],
     [==[
io_pread(k, (char *)dst + at, room - at < PG_BYTES ? room - at : PG_BYTES, at)]==]},
  },
  fails = "profile", message = "io_calls",
  why = "a call for each page",
}
