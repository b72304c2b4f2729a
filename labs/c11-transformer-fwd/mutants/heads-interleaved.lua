return mutant {
  base = "reference", file = "transformer.c",
  replace = {
    {[[int at = h / (H / Hkv) * hd;]], [[int at = h % Hkv * hd;]]},
  },
  fails = "correct", message = "query head 1",
  why = "groups are neighbouring heads: h mod Hkv gives each query head another one's keys",
}
