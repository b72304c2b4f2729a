return mutant {
    base = "reference", file = "paged.c",
    replace = { { "    if (blocks - t->n + shared > bm->nfree || reserve(t, blocks))\n",
                  "    int unowned = 0;\n    for (int k = 0; k < bm->blocks; k++)\n" ..
                  "        unowned += !bm->owners[k];\n" ..
                  "    if (blocks - t->n + shared > unowned || reserve(t, blocks))\n" } },
    fails = "profile", message = "c_loads",
    why = "every append counts the free blocks by looking at all of them",
}
