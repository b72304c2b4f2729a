/* qlora.c: yours. lab.h says what each function has to do. */
#include "lab.h"

void nf4_encode(const float *w, struct nf4 *q)
{
    (void)w, (void)q; /* the scales first: codes are chosen by what will be decoded */
}

void nf4_decode(const struct nf4 *q, int64_t from, int64_t n, float *w)
{
    (void)q, (void)from, (void)n, (void)w; /* a level times a scale */
}

void nf4_gemv(const struct nf4 *W, int out, int in, const float *x, float *y)
{
    (void)W, (void)out, (void)in, (void)x, (void)y; /* levels looked up in a register, a scale once a block */
}

void lora_init(struct lora *l, int out, int in, uint64_t *rng)
{
    (void)l, (void)out, (void)in, (void)rng;
}

void lora_fwd(const struct base *W, const struct lora *l, int T, const float *X, float *Y, float *H)
{
    (void)W, (void)l, (void)T, (void)X, (void)Y, (void)H; /* some rows of W at a time */
}

void lora_bwd(const struct base *W, const struct lora *l, int T, const float *X, const float *H, const float *dY,
              float *dX, float *dA, float *dB)
{
    (void)W, (void)l, (void)T, (void)X, (void)H, (void)dY, (void)dX, (void)dA, (void)dB; /* all three are added to */
}

void lora_merge(const struct base *W, const struct lora *l, uint16_t *to)
{
    (void)W, (void)l, (void)to; /* one rounding */
}

void ia3_fwd(int T, int n, const float *x, const float *l, float *y)
{
    (void)T, (void)n, (void)x, (void)l, (void)y;
}

void ia3_bwd(int T, int n, const float *x, const float *l, const float *dy, float *dx, float *dl)
{
    (void)T, (void)n, (void)x, (void)l, (void)dy, (void)dx, (void)dl;
}

void paged_adam(pager_t *p, int n, int step, float *w, const float *g, const struct adam *h)
{
    (void)p, (void)n, (void)step, (void)w, (void)g, (void)h; /* in which order do the fewest pages move? */
}

void choose_recipe(int steps, struct recipe *ret)
{
    (void)steps;
    *ret = (struct recipe){ .r = 1, .alpha = 1, .lr = 1e-4f }; /* found by trying */
}
