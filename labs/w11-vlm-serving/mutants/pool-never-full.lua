return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[p->reserved + bytes(p, id) <= p->cfg.pool_B]],
                [[p->reserved + bytes(p, id) < p->cfg.pool_B]] } },
    fails = "correct", message = "to-the-token",
    why = "leaves a byte of the pool free: the last request that just fits waits",
}
