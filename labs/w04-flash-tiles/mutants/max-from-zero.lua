return mutant {
    base = "reference", file = "flash.c",
    replace = { { "t.m[i] = -INFINITY;", "t.m[i] = 0;" } },
    fails = "correct", message = "mismatch: O",
    why =
      "m starts at 0 instead of -infinity: a row whose scores are all far below 0 underflows " ..
      "to nothing",
}
