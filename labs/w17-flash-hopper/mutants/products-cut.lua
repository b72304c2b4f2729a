return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[    for (int i = 0; i < 16; i++)
        p[i] = pack_bf16(s[2 * i], s[2 * i + 1]);]==],
              [==[    for (int i = 0; i < 16; i++)
        p[i] = __float_as_uint(s[2 * i]) >> 16 | (__float_as_uint(s[2 * i + 1]) & 0xffff0000);]==]}},
  fails = "correct", message = "cut off",
  why = "two products, and the first one's sums are cut to bf16",
}
