return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"kv = y / H * Hkv + y % H / (H / Hkv)", "kv = y % H / (H / Hkv)"}},
  fails = "correct", message = "mismatch: O[batch 1]",
  why = "every sequence of the batch attends to the keys of the first one",
}
