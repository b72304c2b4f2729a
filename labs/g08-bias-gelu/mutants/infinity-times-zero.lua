return mutant {
  base = "reference", file = "gelu.cu",
  replace = {{[==[
    if (v == -INFINITY)
        return 0;
]==],
              [==[]==]}},
  fails = "correct", message = "special",
  why = "-inf times 0",
}
