return mutant {
    base = "reference", file = "flash.c",
    replace = { { "t.m[i] = -INFINITY;", "t.m[i] = -10000;" } },
    fails = "correct", message = "mismatch: O",
    why = "m starts at a number that seems small enough, until all logits of a row lie below it",
}
