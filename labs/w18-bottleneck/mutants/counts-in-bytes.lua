return mutant {
  base = "reference", file = "bottleneck.cu",
  replace = {{[==[    int have[CLASSES] = {};
    for (long long i = t; i < n; i += T) {
        int v]==],
              [==[    unsigned char have[CLASSES] = {};
    for (long long i = t; i < n; i += T) {
        int v]==]}},
  fails = "correct", message = "classes",
  why = "eight counts of a byte each would fit into two registers: they begin anew at 256",
}
