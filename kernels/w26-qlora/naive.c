/*
 * naive.c: four bits as one writes them first. Each row becomes floats in memory and is then multiplied, the nearest
 * level is looked for by one comparison after the other, and the optimiser goes through its pages from the first to
 * the last, each of which is fetched when it is missed. The rest is the reference's.
 */
#define nf4_encode ref_nf4_encode
#define nf4_gemv ref_nf4_gemv
#define paged_adam ref_paged_adam
#include "ref.c"
#undef nf4_encode
#undef nf4_gemv
#undef paged_adam

void nf4_encode(const float *w, struct nf4 *q);
void nf4_gemv(const struct nf4 *W, int out, int in, const float *x, float *y);
void paged_adam(pager_t *p, int n, int step, float *w, const float *g, const struct adam *h);

void nf4_encode(const float *w, struct nf4 *q)
{
    encode_scales(w, q);
    memset(q->code, 0x77, (size_t)(q->n + 1) / 2);
    for (int64_t i = 0; i < q->n; i++) {
        float s = nf4_scale(q, i / NF4_BLOCK);
        int code = s > 0 ? level_of(w[i] / s) : 7, shift = 4 * (int)(i % 2);
        q->code[i / 2] = (uint8_t)((q->code[i / 2] & 0xf0 >> shift) | code << shift);
    }
}

void nf4_gemv(const struct nf4 *W, int out, int in, const float *x, float *y)
{
    float *w = take(sizeof *w * (size_t)out * (size_t)in);
    nf4_decode(W, 0, (int64_t)out * in, w);
    for (int o = 0; o < out; o++) {
        y[o] = 0;
        for (int i = 0; i < in; i++)
            y[o] += w[(size_t)o * (size_t)in + (size_t)i] * x[i];
    }
    give(w);
}

void paged_adam(pager_t *p, int n, int step, float *w, const float *g, const struct adam *h)
{
    for (int i = 0; i < n; i += PAGE) {
        float *m = pager_use(p, i / PAGE), *v = m + PAGE;
        for (int k = 0; k < PAGE && i + k < n; k++) {
            m[k] = h->beta1 * m[k] + (1 - h->beta1) * g[i + k];
            v[k] = h->beta2 * v[k] + (1 - h->beta2) * g[i + k] * g[i + k];
            w[i + k] -= h->lr * (m[k] / (1 - powf(h->beta1, (float)step))) /
                        (sqrtf(v[k] / (1 - powf(h->beta2, (float)step))) + h->eps);
        }
    }
}
