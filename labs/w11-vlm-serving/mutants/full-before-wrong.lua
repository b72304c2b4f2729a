return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[    int64_t rows = spliced_rows(text, n, V, ntok, npics);]],
                [[    int64_t rows = n - npics;
    for (int k = 0; k < npics; k++)
        rows += ntok[k];
    if (rows > cap)
        return VLM_FULL;
    rows = spliced_rows(text, n, V, ntok, npics);]] } },
    fails = "correct", message = "wrong-and-too-long",
    why = "looks at the room before the ids: a prompt that is none is sent to a larger machine",
}
