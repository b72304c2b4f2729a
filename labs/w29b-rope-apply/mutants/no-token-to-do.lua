return mutant {
  base = "reference", file = "rope.cu", backend = "simt",
  replace = {{[==[    int t = blockIdx.x;
    if (t >= T)
        return;
    turn_token(in_place(q,]==],
               [==[    int t = blockIdx.x;
    turn_token(in_place(q,]==]}},
  fails = "sanitize", message = "out-of-bounds",
  why = "T = 0 has one block all the same, and it turns token 0",
}
