return mutant {
  base = "reference", file = "pager.c",
  replace = {
    {[[        if (row[b] > threshold) {]],
     [[        if (row[b] > (threshold ? threshold : 1)) {]]},
  },
  fails = "correct", message = "um_thrash",
  why = "with a threshold of 0 the first fault still moves the block",
}
