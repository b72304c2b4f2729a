return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    half *own = k + (size_t)t * Hkv * hd;]==],
               [==[    half *own = k + (size_t)t * (H < 2 * Hkv ? Hkv : 1) * hd;]==]}},
  fails = "correct",
  why = "the stride of k is right only where k has nearly as many heads as q",
}
