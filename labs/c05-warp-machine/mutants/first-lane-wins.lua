return mutant {
  base = "reference", file = "machine.c",
  replace = {
    {[=[    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);
        uint32_t *word]=], [=[    for (; mask; mask &= ~(1u << (31 - __builtin_clz(mask)))) {
        int l = 31 - __builtin_clz(mask);
        uint32_t *word]=]},
  },
  fails = "correct",
  why = "stores from the highest lane down: the lowest is last",
}
