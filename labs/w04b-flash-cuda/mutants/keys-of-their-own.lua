return mutant {
  base = "reference", file = "flash.cu",
  replace = {{"kv = y / H * Hkv + y % H / (H / Hkv)", "kv = y"}},
  fails = "correct",
  why = "every query head looks for keys of its own, but a group shares one key/value head",
}
