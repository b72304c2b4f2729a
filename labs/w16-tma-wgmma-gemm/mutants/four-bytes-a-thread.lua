return mutant {
  base = "reference", file = "hopper.cu",
  replace = {{[[
    for (int i = threadIdx.x; i < BOX * ROW / 16; i += 128) {
        int r = i / 8, c = i % 8;
        *(uint4 *)(Y + (size_t)(y + r) * width + x + 8 * c) = *(const uint4 *)(box + r * ROW + ((c ^ r % 8) << 4));
    }]],
              [[
    for (int i = threadIdx.x; i < BOX * ROW / 4; i += 128) {
        int r = i / 32, c = i % 32;
        *(uint32_t *)(Y + (size_t)(y + r) * width + x + 2 * c) =
            *(const uint32_t *)(box + r * ROW + ((c / 4 ^ r % 8) << 4) + c % 4 * 4);
    }]]}},
  fails = "profile",
  why = "a lane writes 4 bytes of Y: four times the requests",
}
