return mutant {
  base = "reference", file = "router.c",
  replace = {
    {[=[for (int j = 0; j < k; j++)
        sum += w[j] = expf(z[idx[j]] - z[idx[0]]);]=],
     [=[for (int e = 0; e < EXPERTS_MOST; e++)
        sum += z[e] == 0 ? 0 : expf(z[e] - z[idx[0]]);
    for (int j = 0; j < k; j++)
        w[j] = expf(z[idx[j]] - z[idx[0]]);]=]},
  },
  fails = "correct", message = "softmax over the",
  why = "the softmax goes over all experts: the weights of the chosen do not sum to 1",
}
