return mutant {
    base = "reference", file = "paged.c",
    replace = { { "int mark = s->cfg.watermark >= 0 ? s->cfg.watermark : s->nrun + 1;",
                  "int mark = 0;" } },
    fails = "correct", message = "the watermark is",
    why = "admission fills the pool to the last block, and decoding has to preempt at once",
}
