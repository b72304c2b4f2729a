return mutant {
  base = "reference", file = "caches.c",
  replace = {
    {[[        if (k < nodes)
            continue;
]],
     ""},
  },
  fails = "correct", message = "l1_bytes",
  why = "the first lap is counted too, and that one always misses",
}
