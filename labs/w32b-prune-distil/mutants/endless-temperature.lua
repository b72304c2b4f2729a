return mutant {
  base = "reference", file = "prune.c",
  replace = {{[==[    double all = 0, n = (double)counted(rows, counts);
    if (!(T > 0) || isinf(T))
        return -1;
    for (int64_t r = 0; r < rows; r++, student += V, teacher += V, grad += V) {
        if (!counts[r]) {
            memset(grad, 0, (size_t)V * sizeof *grad);
            continue;
        }
        double ls = log_sum(V, T, student), lt = log_sum(V, T, teacher), kl = 0;]==],
              [==[    double all = 0, n = (double)counted(rows, counts);
    if (!(T > 0))
        return -1;
    for (int64_t r = 0; r < rows; r++, student += V, teacher += V, grad += V) {
        if (!counts[r]) {
            memset(grad, 0, (size_t)V * sizeof *grad);
            continue;
        }
        double ls = log_sum(V, T, student), lt = log_sum(V, T, teacher), kl = 0;]==]}},
  fails = "correct",
  why = "a temperature without end is taken",
}
