return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"    return (((size_t)c.bt[pos / c.bs] * c.Hkv + c.head) * c.bs + pos % c.bs) * c.hd;",
              "    return (((size_t)c.bt[pos / c.bs] * c.bs + pos % c.bs) * c.Hkv + c.head) * c.hd;"}},
  fails = "correct", message = "mismatch",
  why = "a block taken as [bs][Hkv][hd]: right for one KV head or blocks of one slot only",
}
