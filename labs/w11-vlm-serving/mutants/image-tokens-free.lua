return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[    return ((int64_t)prompt(p, id) + p->r[id].max_new) * p->cfg.kv_B;]],
                [[    return ((int64_t)p->r[id].text + p->r[id].max_new) * p->cfg.kv_B;]] } },
    fails = "correct", message = "kv_B",
    why = "cache is reserved for the text, and the picture comes on top",
}
