return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[    int64_t rows = (H + VLM_PATCH - 1) / VLM_PATCH, cols = (W + VLM_PATCH - 1) / VLM_PATCH;]],
                [[    int64_t rows = H / VLM_PATCH, cols = W / VLM_PATCH;]] } },
    fails = "correct", message = "tokens",
    why = "a side that is no multiple of the patch loses its last pixels",
}
