return mutant {
  base = "reference", file = "qlora.c",
  replace = {
    {[=[    gemm_add(l->r, W->in, T, (struct view){ G, 1, l->r }, (struct view){ X, W->in, 1 }, dA, W->in);
    gemm_add(W->out, l->r, T, dyT, (struct view){ scaled, l->r, 1 }, dB, l->r);]=],
     [=[    float *dW = take(sizeof *dW * (size_t)W->out * (size_t)(W->in + l->r));
    float *sB = dW + (size_t)W->out * (size_t)W->in;
    gemm_add(W->out, W->in, T, dyT, (struct view){ X, W->in, 1 }, dW, W->in);
    for (int64_t i = 0; i < (int64_t)W->out * W->in; i++)
        dW[i] *= by;
    memcpy(sB, l->B, sizeof *sB * (size_t)W->out * (size_t)l->r);
    gemm_add(l->r, W->in, W->out, (struct view){ sB, 1, l->r }, (struct view){ dW, W->in, 1 }, dA, W->in);
    gemm_add(W->out, l->r, W->in, (struct view){ dW, W->in, 1 }, (struct view){ l->A, 1, W->in }, dB, l->r);
    give(dW);]=]},
  },
  fails = "profile", message = "peak_B",
  why = "dW is formed, and dA and dB are taken from it",
}
