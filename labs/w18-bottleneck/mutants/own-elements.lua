return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[    for (long long i = t; i < n; i += T) {]==],
              [==[
    long long each = (n + T - 1) / T;
    for (long long i = t * each; i < n && i < (t + 1) * each; i++) {]==]}},
  fails = "correct", message = "classes",
  why = "each thread takes elements that stand together",
}
