return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
left < IO_CHUNK ? (uint32_t)left : IO_CHUNK, 1 };]==],
     [==[
left < IO_CHUNK / 8 ? (uint32_t)left : IO_CHUNK / 8, 1 };]==]},
  },
  fails = "profile", message = "load_ring",
  why = "requests so small that the queue does not hold enough of them",
}
