return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[, place = ((size_t)(n / bs) * Hkv * bs + n % bs) * hd;]==],
               [==[, place = (size_t)n * Hkv * hd;]==]},
             {[==[v + own, Kc + place, Vc + place, (size_t)bs * hd, H, Hkv,]==],
               [==[v + own, Kc + place, Vc + place, (size_t)hd, H, Hkv,]==]}},
  fails = "correct",
  why = "the cache is taken for one row of heads after another, as k is",
}
