return mutant {
    base = "reference", file = "paged.c",
    replace = { { "(s->nrun ? mark : 0)", "mark" } },
    fails = "correct", message = "is left waiting",
    why = "the watermark is kept free for nobody: a request that nearly fills the pool waits for ever",
}
