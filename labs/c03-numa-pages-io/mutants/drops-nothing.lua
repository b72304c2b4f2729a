return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {[==[
    return madvise((char *)area + first, (size_t)(end - first), MADV_DONTNEED) ? 0 : end - first;]==],
     [==[
    return madvise((char *)area + first, (size_t)(end - first), MADV_WILLNEED) ? 0 : end - first;]==]},
  },
  fails = "correct", message = "area_drop",
  why = "the advice that says the opposite",
}
