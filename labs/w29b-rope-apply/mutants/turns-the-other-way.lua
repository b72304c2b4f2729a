return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    turn_token(in_place(q, k, t, H, Hkv, hd), cs + (size_t)pos[t] * hd, hd, 1, layout);]==],
               [==[    turn_token(in_place(q, k, t, H, Hkv, hd), cs + (size_t)pos[t] * hd, hd, -1, layout);]==]}},
  fails = "correct",
  why = "a score still depends on the distance alone, but with the keys of the cache it does not fit",
}
