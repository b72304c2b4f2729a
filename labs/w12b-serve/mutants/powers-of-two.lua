return mutant {
  base = "reference", file = "serve.c",
  replace = {
    {[==[        w[k] = (lanes)(__builtin_convertvector(*(const lanes_u16 *)(at + k * LANES), lanes_u32) << 16);]==],
     [==[        w[k] = (lanes)((__builtin_convertvector(*(const lanes_u16 *)(at + k * LANES), lanes_u32)
                        & (m->in < 256 ? 0xffffu : 0xff80u)) << 16);]==]},
  },
  fails = "profile", message = "ppl_ratio",
  why = "weights of the large matrices keep sign and exponent only, and nobody looked at the price",
}
