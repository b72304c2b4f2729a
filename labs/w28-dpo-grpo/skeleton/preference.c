/* preference.c: yours. lab.h says what each function has to do. */
#include "lab.h"

void logp_gather(int T, int V, const float *logits, const int32_t *tok, float *lp, float *keep)
{
    (void)V, (void)logits, (void)tok;
    for (int t = 0; t < T; t++)
        lp[t] = keep[2 * t] = keep[2 * t + 1] = 0; /* the largest and the sum on one way through the row */
}

void logp_bwd(int T, int V, float *logits, const int32_t *tok, const float *keep, const float *g)
{
    (void)T, (void)V, (void)logits, (void)tok, (void)keep, (void)g; /* each logit becomes its gradient */
}

double dpo_loss(int n, const double *chosen, const double *rejected, const double *ref_chosen,
                const double *ref_rejected, double beta, double *margin, double *dchosen, double *drejected)
{
    (void)chosen, (void)rejected, (void)ref_chosen, (void)ref_rejected, (void)beta;
    for (int i = 0; i < n; i++)
        margin[i] = dchosen[i] = drejected[i] = 0; /* a margin, its -log sigmoid, and a pull at each side */
    return 0;
}

double kto_loss(int n, const double *lp, const double *ref, const int32_t *good, int m, const double *other,
                const double *ref_other, double beta, double up, double down, double *dlp)
{
    (void)lp, (void)ref, (void)good, (void)m, (void)other, (void)ref_other, (void)beta, (void)up, (void)down;
    for (int i = 0; i < n; i++)
        dlp[i] = 0; /* first the reference point, which is a constant */
    return 0;
}

double orpo_loss(int n, const double *chosen, const double *rejected, const int32_t *len_chosen,
                 const int32_t *len_rejected, double lambda, double *dchosen, double *drejected)
{
    (void)chosen, (void)rejected, (void)len_chosen, (void)len_rejected, (void)lambda;
    for (int i = 0; i < n; i++)
        dchosen[i] = drejected[i] = 0; /* log odds of the mean log-probability; mind 1 - e^a */
    return 0;
}

void grpo_advantages(int groups, int K, const double *reward, double eps, double *adv)
{
    (void)reward, (void)eps;
    for (int i = 0; i < groups * K; i++)
        adv[i] = 0; /* by mean and population deviation of the group */
}

void rloo_advantages(int groups, int K, const double *reward, double *adv)
{
    (void)reward;
    for (int i = 0; i < groups * K; i++)
        adv[i] = 0; /* over the mean of the others */
}

double grpo_loss(int n, const int32_t *from, const double *lp, const double *old, const double *ref, const double *adv,
                 double clip, double beta, double *dlp, double *kl)
{
    (void)lp, (void)old, (void)ref, (void)adv, (void)clip, (void)beta;
    for (int t = from[0]; t < from[n]; t++)
        dlp[t] = 0; /* a mean over an answer's tokens, then over answers */
    *kl = 0;
    return 0;
}

double rloo_loss(int groups, int K, const int32_t *from, const double *lp, const double *ref, const double *reward,
                 double beta, double *dlp)
{
    (void)lp, (void)ref, (void)reward, (void)beta;
    for (int t = from[0]; t < from[groups * K]; t++)
        dlp[t] = 0; /* the KL belongs to the return, and the return is a constant */
    return 0;
}

void choose_recipe(enum method m, struct recipe *ret)
{
    (void)m;
    *ret = (struct recipe){ .1, 1e-6 }; /* beta, and the rate of Adam */
}
