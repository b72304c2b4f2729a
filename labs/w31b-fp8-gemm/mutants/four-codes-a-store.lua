return mutant {
  base = "reference", file = "fp8.cu",
  replace = {{[[            *(uint2 *)(A + (size_t)row * K + col) = codes(x, scale);]],
              [[{
            uint2 both = codes(x, scale);
            *(volatile uint32_t *)(A + (size_t)row * K + col) = both.x;
            *(volatile uint32_t *)(A + (size_t)row * K + col + 4) = both.y;
        }]]}},
  fails = "profile",
  why = "two requests, where a lane has eight bytes side by side",
}
