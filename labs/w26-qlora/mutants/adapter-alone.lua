return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[    for (int o = 0; o < W->out; o += STRIP) {
        strip(W, o, strip_rows(W, o), w);
        gemm_add(T, strip_rows(W, o), W->in, x]=],
     [=[    for (int o = l ? W->out : 0; o < W->out; o += STRIP) {
        strip(W, o, strip_rows(W, o), w);
        gemm_add(T, strip_rows(W, o), W->in, x]=]},
  },
  fails = "correct", message = "Y",
  why = "Y is B A x, the base forgotten: W is not B A",
}
