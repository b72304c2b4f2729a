return mutant {
    base = "reference", file = "vlm.c",
    replace = { { [[return (1 + best_tiles(H, W)) * VLM_TILE_TOKENS;]],
                [[return best_tiles(H, W) * VLM_TILE_TOKENS;]] } },
    fails = "correct", message = "expected 1728",
    why = "the thumbnail that any-resolution models add is not counted",
}
