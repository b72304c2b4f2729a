return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    turn_token(in_place(dq, dk, t, H, Hkv, hd), cs + (size_t)pos[t] * hd, hd, -1, layout);]==],
               [==[    turn_token(in_place(dq, dk, t, H, Hkv, hd), cs + (size_t)pos[t] * hd, hd, 1, layout);]==]}},
  fails = "correct",
  why = "the gradient turns by the angle and not by minus the angle",
}
