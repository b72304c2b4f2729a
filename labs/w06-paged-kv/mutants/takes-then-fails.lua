return mutant {
    base = "reference", file = "paged.c",
    replace = {
        { "    if (blocks - t->n + shared > bm->nfree || reserve(t, blocks))\n" ..
          "        return BM_FULL;\n",
          "    if (reserve(t, blocks) || (shared && !bm->nfree))\n        return BM_FULL;\n" },
        { "    while (t->n < blocks)\n        t->blk[t->n++] = pop(bm);\n",
          "    while (t->n < blocks) {\n        if (!bm->nfree)\n            return BM_FULL;\n" ..
          "        t->blk[t->n++] = pop(bm);\n    }\n" },
    },
    fails = "correct", message = "a block was lost",
    why = "an append that runs out half-way keeps what it took, instead of all or nothing",
}
