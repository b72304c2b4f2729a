return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {"to[i] = bf16_code((float)(w[i] + by * sum));",
     [=[{
                float all = (float)(w[i] + by * sum);
                uint32_t bits;
                memcpy(&bits, &all, sizeof bits);
                to[i] = (uint16_t)(bits >> 16);
            }]=]},
  },
  fails = "correct", message = "merge",
  why = "16 bits are cut off, not rounded",
}
