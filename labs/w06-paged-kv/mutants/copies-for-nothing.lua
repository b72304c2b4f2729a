return mutant {
    base = "reference", file = "paged.c",
    replace = {
        { [==[    if (!n)
        return BM_OK;
]==],
          [==[]==] },
    },
    fails = "correct", message = "append(seq",
    why = "an append of no tokens copies a shared block, or finds no room for the copy",
}
