return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[        return VLM_TILE_TOKENS;]],
                [[        return VLM_TILE_TOKENS + 1;]] } },
    fails = "correct", message = "expected 576",
    why = "the encoder has a class token; what goes to the decoder is the patches",
}
