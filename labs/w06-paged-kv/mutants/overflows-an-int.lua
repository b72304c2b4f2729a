return mutant {
    base = "reference", file = "paged.c",
    replace = {
        { [==[    if (n > bm->blocks * (int64_t)bm->bs - t->len) /* and n + len fits an int from here on */
        return BM_FULL;
]==],
          [==[]==] },
    },
    fails = "correct", message = "expected BM_FULL",
    why = "tokens are added up in an int: the largest request of all needs no block",
}
