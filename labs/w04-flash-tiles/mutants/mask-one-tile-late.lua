return mutant {
    base = "reference", file = "flash.c",
    replace = { { "fold(&t, i, visible(i0 + i, j0, n, causal));",
                  "fold(&t, i, visible(i0 + i, j0 - t.Bc, n, causal));" } },
    fails = "correct", message = "mismatch: O",
    why = "the causal mask is off by one tile: rows see keys of their own future",
}
