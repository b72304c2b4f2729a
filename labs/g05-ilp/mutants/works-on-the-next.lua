return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[        store(y, q, n, horner(v));
        v = next;]],
              [[        v = next;
        store(y, q, n, horner(v));]]}},
  fails = "correct", message = "poly_ahead",
  why = "what has just been asked for is worked on: the first quad never, the others in the wrong place",
}
