return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    munmap(area, whole_pages(bytes));
}]==],
     [==[
    madvise(area, whole_pages(bytes), MADV_DONTNEED);
}]==]},
  },
  fails = "correct", message = "still mapped",
  why = "gives the memory back and keeps the addresses",
}
