return mutant {
    base = "reference", file = "paged.c",
    replace = { { "        bm->owners[p->blk[k]]++;\n", "" } },
    fails = "correct", message = "still held",
    why = "a fork shares blocks without counting the second owner",
}
