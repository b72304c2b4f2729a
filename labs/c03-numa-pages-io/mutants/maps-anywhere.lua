return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    size_t before = (BLOCK - (uintptr_t)p % BLOCK) % BLOCK;]==],
     [==[
    size_t before = PG_BYTES;]==]},
  },
  fails = "correct", message = "area_map",
  why = "takes the address as it comes",
}
