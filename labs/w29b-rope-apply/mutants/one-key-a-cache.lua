return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[v + own, Kc + place, Vc + place, (size_t)bs * hd, H, Hkv,]==],
               [==[v + own, Kc + place, Vc + place, (size_t)hd, H, Hkv,]==]}},
  fails = "correct",
  why = "heads of the cache are taken for neighbours: they write over the next slots",
}
