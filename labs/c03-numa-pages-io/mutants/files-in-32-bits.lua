return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
(area->file + PG_BYTES - 1) / PG_BYTES;]==],
     [==[
((int)area->file + PG_BYTES - 1) / PG_BYTES;]==]},
  },
  fails = "correct", message = "pg_run",
  why = "a file of 4 GiB and a bit is a bit",
}
