return mutant {
    base = "reference", file = "paged.c",
    replace = {
        { [==[        return BM_BAD;
    *blk =]==],
          [==[        return *blk = *off = -1, BM_BAD;
    *blk =]==] },
    },
    fails = "correct", message = "wrote to blk",
    why = "a refused question is answered all the same: the outputs are not touched",
}
