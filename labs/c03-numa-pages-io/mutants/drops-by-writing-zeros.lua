return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {"    return madvise((char *)area + first, (size_t)(end - first), MADV_DONTNEED) ? 0 : end - first;",
     "    memset((char *)area + first, 0, (size_t)(end - first));\n" ..
     "    return end - first;"},
  },
  fails = "correct", message = "still there",
  why = "writes zeros, and every page is still there",
}
