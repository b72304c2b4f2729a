return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"kv = y / H * Hkv + y % H / (H / Hkv)", "kv = y / H * Hkv + y % H % Hkv"}},
  fails = "correct",
  why = "query heads are dealt round to the key/value heads: h % Hkv, where neighbours share one",
}
