return mutant {
  base = "reference", file = "tree_attn.cu",
  replace = {
    {[=[H / Hkv, (int)blockIdx.y, bs, cached, from,
              min(from + chunk, cached + T), T * (H / Hkv), scale * LOG2E}]=],
     [=[H / Hkv, (int)blockIdx.y, bs, cached, from,
              min(from + chunk, cached + T), T * (H / Hkv), rsqrtf((float)hd) * LOG2E}]=]},
  },
  fails = "correct",
  why = [[scores are scaled by 1/sqrt(hd), whatever scale says]],
}
