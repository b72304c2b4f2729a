return mutant {
  base = "reference", file = "dispatch.c",
  replace = {
    {[[    gathered(p, NULL, dx);]],
     [[    gathered(p, w, dx);]]},
    {[[void moe_dispatch_bwd(disp_t *p, const float *drows, float *dx)
{
]],
     [[void moe_dispatch_bwd(disp_t *p, const float *drows, float *dx)
{
    const float *w = p->w;
]]},
    {[[    comm_req req[2 * COMM_MAX_RANKS];
};]],
     [[    const float *w;
    comm_req req[2 * COMM_MAX_RANKS];
};]]},
    {[[    int64_t d = p->m.d;
    for (int64_t k = 0; k < p->T * p->m.k; k++) {
        dw[k] = 0;]],
     [[    int64_t d = p->m.d;
    p->w = w;
    for (int64_t k = 0; k < p->T * p->m.k; k++) {
        dw[k] = 0;]]},
  },
  fails = "correct", message = "mismatch: dx",
  why = "multiplies the gradient with the weight on the way there, and again on the way back",
}
