return mutant {
  base = "reference", file = "pages.c",
  replace = {
    {"        memcpy((char *)dst + p * PG_BYTES, page, left < PG_BYTES ? (size_t)left : PG_BYTES);",
     "        memcpy((char *)dst + p * PG_BYTES, page, left < 2 * PG_BYTES ? (size_t)left : 2 * PG_BYTES), p++;"},
  },
  fails = "correct", message = "load_map",
  why = "takes what is behind a page for the next one",
}
