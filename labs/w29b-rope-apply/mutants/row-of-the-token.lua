return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    turn_token(in_place(q, k, t, H, Hkv, hd), cs + (size_t)pos[t] * hd, hd, 1, layout);]==],
               [==[    turn_token(in_place(q, k, t, H, Hkv, hd), cs + (size_t)t * hd, hd, 1, layout);]==]}},
  fails = "correct",
  why = "the token in the batch is taken for its position",
}
