return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[    if (n == 1) {
]],
     [[    static float wide[1 << 18];
    if (n == 1 && in * out <= 1 << 18) {
        for (int i = 0; i < in * out; i++)
            wide[i] = bf16_float(W[i]);
        for (int o = 0; o < out; o++)
            row_times_tokens(y + o, x, wide + (size_t)o * (size_t)in, in, out, 1);
        return;
    }
    if (n == 1) {
]]},
  },
  fails = "profile", message = "decode (case traced-decode)",
  why = "a copy of the weights in float is written, then read again",
}
