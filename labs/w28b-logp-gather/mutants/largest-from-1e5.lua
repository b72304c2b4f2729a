return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[Sums s = {-INFINITY, 0};
    int n = V / VEC]==],
               [==[Sums s = {-1e5f, 0};
    int n = V / VEC]==]}},
  fails = "correct", message = "flat",
  why = "the largest begins at -1e5, below which logits may lie",
}
