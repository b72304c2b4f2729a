return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[if (bytes(p, id) > p->cfg.pool_B)]],
                [[if (bytes(p, id) >= p->cfg.pool_B)]] } },
    fails = "correct", message = "one-fills-it",
    why = "rejects a request that needs all of the pool",
}
