return mutant {
    base = "reference", file = "paged.c",
    replace = { { "int shared = t->len % bm->bs && bm->owners[t->blk[t->n - 1]] > 1;",
                  "int shared = 0;" } },
    fails = "correct", message = "copy-on-write forgotten",
    why = "a child of a fork writes into the half-filled block that its siblings read",
}
