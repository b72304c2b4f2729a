return mutant {
  base = "reference", file = "grouped.cu",
  replace = {{[==[    float weight = lane < k ? w[(size_t)t * k + lane] : 0;]==],
              [==[    float weight = mine >= 0 ? w[(size_t)t * k + lane] : 0, total = weight;
    for (int step = 16; step; step /= 2)
        total += __shfl_xor_sync(ALL, total, step);
    weight /= total;]==]}},
  fails = "correct", message = "unpermute",
  why = "weights are divided by their sum, which the router has done already, or meant not to do",
}
