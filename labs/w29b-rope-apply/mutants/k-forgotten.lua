return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[own, nullptr, (size_t)hd, H, Hkv, H + Hkv};]==],
               [==[own, nullptr, (size_t)hd, H, Hkv, H};]==]}},
  fails = "correct",
  why = "only q turns",
}
