return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
io_pread(k, (char *)dst + at, room - at, at)]==],
     [==[
io_pread(k, (char *)dst + at, (room - at + PG_BYTES - 1) / PG_BYTES * PG_BYTES, at)]==]},
  },
  fails = "correct", message = "behind dst",
  why = "asks for more than the buffer holds",
}
