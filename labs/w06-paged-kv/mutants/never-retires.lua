return mutant {
    base = "reference", file = "paged.c",
    replace = { { "        bm_free(s->bm, out->done[k]);\n", "" } },
    fails = "correct", message = "was not freed",
    why = "a finished sequence leaves the batch but keeps its blocks",
}
