return mutant {
  base = "reference", file = "rope.cu",
  replace = {{[==[    if (n < 0)
        return;]==],
               [==[    if (t >= T)
        return;
    n = n < 0 ? 0 : n;]==]}},
  fails = "correct",
  why = "what a pad holds lands in slot 0",
}
