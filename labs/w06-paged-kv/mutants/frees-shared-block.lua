return mutant {
    base = "reference", file = "paged.c",
    replace = { { "        drop(bm, t->blk[k]);\n",
                  "        if (bm->owners[t->blk[k]] && bm->nfree < bm->blocks) {\n" ..
                  "            bm->owners[t->blk[k]] = 0;\n" ..
                  "            bm->free[bm->nfree++] = t->blk[k];\n        }\n" } },
    fails = "correct", message = "still held",
    why = "freeing one owner of a shared block puts it back into the pool",
}
