return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    uint32_t seen[WM_LANES];]=], [=[    uint16_t seen[WM_LANES];]=]},
    {[=[uint32_t piece = addr[__builtin_ctz(mask)] & ~(bytes - 1);]=],
     [=[uint16_t piece = (uint16_t)(addr[__builtin_ctz(mask)] / bytes);]=]},
  },
  fails = "correct",
  why = "keeps the numbers of pieces in 16 bits",
}
