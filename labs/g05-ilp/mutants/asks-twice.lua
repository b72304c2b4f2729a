return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[        float4 next = quad(x, q + T, n);
        store(y, q, n, horner(v));
        v = next;]],
              [[        float4 next = quad(x, q + T, n);
        store(y, q, n, horner(v));
        v = next.x < 9 ? quad(x, q + T, n) : next;]]}},
  fails = "profile", message = "g_ld_sec",
  why = "the next quad is asked for ahead, and loaded again when its turn comes",
}
