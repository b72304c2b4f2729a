return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    munmap(area, whole_pages(bytes));
}]==],
     [==[
    munmap(area, (size_t)bytes / PG_BYTES * PG_BYTES + PG_BYTES);
}]==]},
  },
  fails = "correct", message = "behind the area",
  why = "counts a page too many where the size is a whole number of them",
}
