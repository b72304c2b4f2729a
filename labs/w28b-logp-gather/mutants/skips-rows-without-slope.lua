return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[    if (V % VEC) {
        for (int v = threadIdx.x; v < V; v += THREADS)
            row[v]]==],
               [==[    if (counts && slope == 0)
        return;
    if (V % VEC) {
        for (int v = threadIdx.x; v < V; v += THREADS)
            row[v]]==]}},
  fails = "correct", message = "gradient",
  why = "a row whose g is 0 is skipped, and its logits stay where zeros belong",
}
