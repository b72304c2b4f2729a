return mutant {
  base = "reference", file = "paged_attn.cu",
  replace = {{"    size_t at = ((size_t)seq * H + head * group) * hd;\n" ..
              "    Cache c = {Kc, Vc, bt + (size_t)seq * max_blk, bs, Hkv, head, hd};",
              "    size_t at = ((size_t)seq * H + head * group) * hd;\n" ..
              "    Cache c = {Kc, Vc, bt + (size_t)seq * max_blk, bs, Hkv, head * group % Hkv, hd};"}},
  fails = "correct", message = "paged_attn",
  why = "query head h is given KV head h mod Hkv: groups are neighbours, not every Hkv-th head",
}
