return mutant {
  base = "reference", file = "systolic.c",
  replace = {
    {[[ring(Y, up(h, X), rate, hop), ring(X, up(h, Y), rate, hop)]],
     [[ring(Y, h / X, rate, hop), ring(X, h / Y, rate, hop)]]},
  },
  fails = "correct", message = "torus_allreduce",
  why = "what the first phase has left does not always divide",
}
