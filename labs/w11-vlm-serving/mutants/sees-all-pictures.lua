return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[fresh * pair * (pics ? s->latents : 0)]],
                [[fresh * pair * pics * s->latents]] } },
    fails = "correct", message = "xattn",
    why = "a text token sees the last picture only",
}
