return mutant {
  base = "reference", file = "codec.c",
  replace = {
    {[==[int q4_K_encode(int64_t n, const float *x, struct q4_K *b)
{
    if (n % QK_K)
        return -1;]==],
     [==[int q4_K_encode(int64_t n, const float *x, struct q4_K *b)
{
    n -= n % QK_K;]==]},
  },
  fails = "correct", message = "mismatch: no multiple",
  why = "a length that is no multiple is cut down in place of being refused",
}
