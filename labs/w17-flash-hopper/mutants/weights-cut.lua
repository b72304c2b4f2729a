return mutant {
  base = "reference", file = "flash.cu",
  replace = {{[==[static HOP void pack_weights(uint32_t (&p)[32], const float (&s)[64])
{
#pragma unroll
    for (int i = 0; i < 32; i++)
        p[i] = pack_bf16(s[2 * i], s[2 * i + 1]);]==],
              [==[static HOP void pack_weights(uint32_t (&p)[32], const float (&s)[64])
{
#pragma unroll
    for (int i = 0; i < 32; i++)
        p[i] = __float_as_uint(s[2 * i]) >> 16 | (__float_as_uint(s[2 * i + 1]) & 0xffff0000);]==]}},
  fails = "correct", message = "cut off",
  why = "the upper half of a float is its bf16 rounded down: every weight loses, and O with them",
}
