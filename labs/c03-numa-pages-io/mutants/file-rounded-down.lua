return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
(area->file + PG_BYTES - 1) / PG_BYTES]==],
     [==[
area->file / PG_BYTES]==]},
  },
  fails = "correct", message = "pg_run",
  why = "the last page of a file, which is not full, is not there",
}
