return mutant {
    base = "reference", file = "flash.c",
    replace = { { "weigh(t->o + i * t->d, alpha, t->s, t->v, n, t->d);",
                  "weigh(t->o + i * t->d, 1, t->s, t->v, n, t->d);" } },
    fails = "correct", message = "mismatch: O",
    why =
      "l is rescaled when the maximum grows, o is not: the two no longer share a reference " ..
      "point",
}
