return mutant {
  base = "reference", file = "logp.cu",
  replace = {{[==[    if (threadIdx.x)
        return;
    float rest = logf(s.sum);]==],
               [==[    if (threadIdx.x || token == IGNORED)
        return;
    float rest = logf(s.sum);]==]}},
  fails = "correct", message = "row 0",
  why = "an ignored token's places are never written",
}
