return mutant {
  base = "reference", file = "ring.c",
  replace = {
    {[[    places(c, P, zigzag, r, q_at);
]],
     [[    places(c, P, zigzag, r, q_at);
    float *own = room(2 * n);
    memcpy(own, K, (size_t)bytes);
    memcpy(own + n, V, (size_t)bytes);
    K = own;
    V = own + n;
]]},
  },
  fails = "profile", message = "peak_B_max",
  why = "copies its own keys and values before the first step, into a third block",
}
