return mutant {
  base = "reference", file = "together.cu",
  replace = {{[[    float most = -INFINITY;
    for (long long i = t; i < n; i += T)]],
              [[    float most = -1e30f;
    for (long long i = t; i < n; i += T)]]}},
  fails = "correct", message = "center_grid",
  why = "the largest begins at a number that is larger than every element of some row",
}
