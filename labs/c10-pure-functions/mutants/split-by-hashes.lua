return mutant {
  base = "reference", file = "pure.c",
  replace = {
    {[[(struct key){ original_word(k, 2 * n, 2 * i), original_word(k, 2 * n, 2 * i + 1) }]],
     [[threefry2x32(k, (struct key){ (uint32_t)i, (uint32_t)(n + i) })]]},
  },
  fails = "correct", message = "split",
  why = "takes both words of one hash as a key of the original layout",
}
