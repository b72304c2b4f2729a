return mutant {
    base = "reference", file = "paged.c",
    replace = { { "        kv_copy(copy, old);\n", "" } },
    fails = "correct", message = "without kv_copy",
    why = "the block is swapped for a new one, but the tokens already in it are not copied",
}
