return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {"for (; d < 256; d *= 2", "for (; d < 128; d *= 2"},
  },
  fails = "correct", message = "line: expected 256",
  why = "lines of 256 bytes are taken for 128",
}
