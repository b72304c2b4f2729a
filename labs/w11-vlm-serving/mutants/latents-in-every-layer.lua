return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[s->L * kv * text + fresh * kv * pics * s->latents]],
                [[s->L * kv * (text + (int64_t)pics * s->latents)]] } },
    fails = "correct", message = "xattn",
    why = "only the new layers hold keys and values of the latents",
}
