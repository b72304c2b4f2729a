/* ppo.c: yours. lab.h says what each function has to do. */
#include "lab.h"

void shape_rewards(int T, const float *logp, const float *ref, double score, double beta, float *r)
{
    (void)T, (void)logp, (void)ref, (void)score, (void)beta, (void)r; /* every token pays, the last one earns */
}

void gae(int T, const float *r, const float *v, double gamma, double lambda, float *adv, float *ret)
{
    (void)T, (void)r, (void)v, (void)gamma, (void)lambda, (void)adv, (void)ret; /* from the end */
}

void whiten(int n, const uint8_t *mask, float *a)
{
    (void)n, (void)mask, (void)a; /* mean 0, variance 1, without the pads */
}

double ppo_loss(const struct ppo *p, int n, const uint8_t *mask, const float *logp, const float *old, const float *adv,
                const float *v, const float *v_old, const float *ret, float *dlogp, float *dv, struct ppo_stats *stats)
{
    (void)p, (void)n, (void)mask, (void)logp, (void)old, (void)adv, (void)v, (void)v_old, (void)ret, (void)dlogp;
    (void)dv, (void)stats;
    return 0; /* the smaller of two products, the larger of two squares, and where each has a gradient */
}

double kl_k1(int n, const uint8_t *mask, const float *logp, const float *ref)
{
    (void)n, (void)mask, (void)logp, (void)ref;
    return 0;
}

double kl_k2(int n, const uint8_t *mask, const float *logp, const float *ref)
{
    (void)n, (void)mask, (void)logp, (void)ref;
    return 0;
}

double kl_k3(int n, const uint8_t *mask, const float *logp, const float *ref)
{
    (void)n, (void)mask, (void)logp, (void)ref;
    return 0; /* never negative */
}

double bt_loss(int n, const float *win, const float *lose, float *dwin, float *dlose)
{
    (void)n, (void)win, (void)lose, (void)dwin, (void)dlose;
    return 0; /* only the difference counts */
}

double rm_step(int n, int d, const float *xwin, const float *xlose, double lr, float *w)
{
    (void)n, (void)d, (void)xwin, (void)xlose, (void)lr, (void)w;
    return 0; /* rewards, loss, gradient of w, step */
}

int pack(int n, const int32_t *len, int cap, int32_t *row, int32_t *at)
{
    (void)n, (void)len, (void)cap, (void)row, (void)at;
    return 0; /* the longest first */
}

void row_layout(int n, const int32_t *len, const int32_t *row, const int32_t *at, int r, int T, int32_t *start,
                int32_t *position, uint8_t *learn)
{
    (void)n, (void)len, (void)row, (void)at, (void)r, (void)T, (void)start, (void)position, (void)learn;
    /* each sequence begins at position 0 */
}

void attn_packed(int T, int H, int hd, const int32_t *start, const float *q, const float *k, const float *v,
                 float *out)
{
    (void)T, (void)H, (void)hd, (void)start, (void)q, (void)k, (void)v, (void)out; /* nobody sees a neighbour */
}

double rlhf_vtime(const struct rlhf *job, const struct placement *p, double *ret_share)
{
    (void)job, (void)p, (void)ret_share;
    return 0; /* a clock for each group */
}

double rlhf_place(const struct rlhf *job, struct placement *ret)
{
    (void)job, (void)ret;
    return 0; /* try them */
}

void advantages(int B, int N, const int32_t *len, const float *logp, const float *ref, const float *v,
                const float *score, const struct recipe *r, uint8_t *mask, float *adv, float *ret)
{
    (void)B, (void)N, (void)len, (void)logp, (void)ref, (void)v, (void)score, (void)r, (void)mask, (void)adv;
    (void)ret; /* part A, answer by answer, then the batch */
}

void choose_recipe(struct recipe *ret)
{
    *ret = (struct recipe){ .loss = { .2, .2, .5 }, .beta = 0, .gamma = 1, .lambda = 1, .lr = 1e-6, .epochs = 1 };
}
