return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[tokens + prompt(p, id) > p->cfg.max_tokens]],
                [[tokens + prompt(p, id) >= p->cfg.max_tokens]] } },
    fails = "correct", message = "to-the-token",
    why = "a pass of just max_tokens is taken for too long",
}
