return mutant {
  base = "reference", file = "ilp.cu",
  replace = {{[[    if (t < quads) {]],
              [[    if (head) {
        for (long long i = from + 4 * t; i < from + 4 * t + 4 && t < quads; i++)
            y[i] = a * x[i] + y[i];
    } else if (t < quads) {]]}},
  fails = "profile", message = "g_ld_req",
  why = "a range that begins within a quad is done element by element, all of it",
}
