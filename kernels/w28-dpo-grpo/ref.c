/*
 * ref.c: a row of logits is read once. Each of 2 x 16 lanes keeps the largest logit that it has seen and its sum of
 * e^(x - largest); one e^-|x - largest| serves both a new largest, which shrinks the sum, and a logit below it, which
 * adds to the sum. e^x is a polynomial, so that all of it stays in vectors; in a core the polynomial is the bound,
 * not the bytes. The losses are a handful of numbers an answer, in float64; no sigmoid is taken of a number without a
 * sign that keeps e^x small.
 */
#include "lab.h"

enum { LANES = 16 };
typedef float lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));
typedef int32_t ilanes __attribute__((vector_size(LANES * sizeof(float)), aligned(4), may_alias));

/* e^x of x <= 0, to some 2 units in the last place; below -87 it is e^-87, which no sum of ones notices. */
static inline lanes exp_of(lanes x)
{
    ilanes low = x < -87;
    x = (lanes)(((ilanes)(x * 0 - 87) & low) | ((ilanes)x & ~low));
    lanes t = x * 1.44269504f + 12582912.f, n = t - 12582912.f; /* 1.5 * 2^23: the fraction falls off */
    lanes r = x - n * .693359375f + n * 2.12194440e-4f;
    lanes p = 8.3334519e-3f + r * (1.3888949e-3f + r * 1.9841270e-4f);
    p = 1 + r * (1 + r * (.5f + r * (.16666667f + r * (4.1666667e-2f + r * p))));
    return (lanes)((ilanes)p + ((ilanes)t << 23)); /* the last bits of t are n; what is above them falls off as well */
}

struct sums {
    lanes top, sum;
};

static inline void take(struct sums *s, lanes x)
{
    lanes d = x - s->top;
    ilanes more = d > 0;
    lanes e = exp_of((lanes)((ilanes)d | INT32_MIN)); /* -|d| */
    lanes up = s->sum * e + 1, same = s->sum + e;
    s->sum = (lanes)(((ilanes)up & more) | ((ilanes)same & ~more));
    s->top = (lanes)(((ilanes)x & more) | ((ilanes)s->top & ~more));
}

static void one_more(double *top, double *sum, double x, double weight)
{
    if (x > *top) {
        *sum = *sum * exp(*top - x) + weight;
        *top = x;
    } else {
        *sum += weight * exp(x - *top);
    }
}

/* The largest of a row, and the sum of e^(x - largest). */
static void row_sums(int V, const float *x, double *top, double *sum)
{
    struct sums a, b;
    int v = 0;
    *top = x[0], *sum = 0;
    if (V >= 2 * LANES) {
        a.top = *(const lanes *)x, b.top = *(const lanes *)(x + LANES);
        a.sum = b.sum = a.top * 0 + 1;
        for (v = 2 * LANES; v + 2 * LANES <= V; v += 2 * LANES) {
            take(&a, *(const lanes *)(x + v));
            take(&b, *(const lanes *)(x + v + LANES));
        }
        for (int k = 0; k < LANES; k++) {
            one_more(top, sum, a.top[k], a.sum[k]);
            one_more(top, sum, b.top[k], b.sum[k]);
        }
    }
    for (; v < V; v++)
        one_more(top, sum, x[v], 1);
}

void logp_gather(int T, int V, const float *logits, const int32_t *tok, float *lp, float *keep)
{
    for (int t = 0; t < T; t++) {
        const float *x = logits + (size_t)t * (size_t)V;
        double top, sum;
        lp[t] = keep[2 * t] = keep[2 * t + 1] = 0;
        if (tok[t] == IGNORED)
            continue;
        row_sums(V, x, &top, &sum);
        keep[2 * t] = (float)top;
        keep[2 * t + 1] = (float)log(sum);
        lp[t] = (float)(x[tok[t]] - top - log(sum));
    }
}

void logp_bwd(int T, int V, float *logits, const int32_t *tok, const float *keep, const float *g)
{
    for (int t = 0; t < T; t++) {
        float *x = logits + (size_t)t * (size_t)V, top = keep[2 * t], rest = keep[2 * t + 1], slope = g[t];
        int v = 0;
        if (tok[t] == IGNORED) {
            memset(x, 0, (size_t)V * sizeof *x);
            continue;
        }
        for (; v + LANES <= V; v += LANES)
            *(lanes *)(x + v) = -slope * exp_of(*(const lanes *)(x + v) - top - rest);
        for (; v < V; v++)
            x[v] = -slope * expf(x[v] - top - rest);
        x[tok[t]] += slope;
    }
}

/* log(1 + e^x), for any x. */
static double softplus(double x)
{
    return (x > 0 ? x : 0) + log1p(exp(-fabs(x)));
}

static double sigmoid(double x)
{
    double e = exp(-fabs(x));
    return (x >= 0 ? 1 : e) / (1 + e);
}

double dpo_loss(int n, const double *chosen, const double *rejected, const double *ref_chosen,
                const double *ref_rejected, double beta, double *margin, double *dchosen, double *drejected)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        margin[i] = beta * ((chosen[i] - ref_chosen[i]) - (rejected[i] - ref_rejected[i]));
        sum += softplus(-margin[i]);
        dchosen[i] = -beta * sigmoid(-margin[i]) / n;
        drejected[i] = -dchosen[i];
    }
    return sum / n;
}

double kto_loss(int n, const double *lp, const double *ref, const int32_t *good, int m, const double *other,
                const double *ref_other, double beta, double up, double down, double *dlp)
{
    double z = 0, sum = 0;
    for (int k = 0; k < m; k++)
        z += (other[k] - ref_other[k]) / m;
    z = fmax(z, 0);
    for (int i = 0; i < n; i++) {
        double sign = good[i] ? 1 : -1, weight = good[i] ? up : down;
        double miss = sigmoid(-sign * beta * (lp[i] - ref[i] - z));
        sum += weight * miss;
        dlp[i] = -sign * weight * beta * miss * (1 - miss) / n;
    }
    return sum / n;
}

/* log(e^a / (1 - e^a)), a < 0. */
static double log_odds(double a)
{
    return a - log(-expm1(a));
}

double orpo_loss(int n, const double *chosen, const double *rejected, const int32_t *len_chosen,
                 const int32_t *len_rejected, double lambda, double *dchosen, double *drejected)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double a = chosen[i] / len_chosen[i], b = rejected[i] / len_rejected[i];
        double gap = log_odds(a) - log_odds(b), pull = lambda * sigmoid(-gap);
        sum += -a + lambda * softplus(-gap);
        dchosen[i] = (-1 - pull / -expm1(a)) / len_chosen[i] / n; /* of the log odds by a: 1 / (1 - e^a) */
        drejected[i] = pull / -expm1(b) / len_rejected[i] / n;
    }
    return sum / n;
}

void grpo_advantages(int groups, int K, const double *reward, double eps, double *adv)
{
    for (int g = 0; g < groups; g++, reward += K, adv += K) {
        double mean = 0, square = 0;
        for (int k = 0; k < K; k++)
            mean += reward[k] / K;
        for (int k = 0; k < K; k++)
            square += (reward[k] - mean) * (reward[k] - mean) / K;
        int same = 1;
        for (int k = 1; k < K; k++)
            same &= reward[k] == reward[0];
        for (int k = 0; k < K; k++)
            adv[k] = same ? 0 : (reward[k] - mean) / (sqrt(square) + eps); /* a mean of equal numbers may round */
    }
}

void rloo_advantages(int groups, int K, const double *reward, double *adv)
{
    for (int g = 0; g < groups; g++, reward += K, adv += K) {
        double sum = 0;
        for (int k = 0; k < K; k++)
            sum += reward[k];
        for (int k = 0; k < K; k++)
            adv[k] = reward[k] - (sum - reward[k]) / (K - 1);
    }
}

double grpo_loss(int n, const int32_t *from, const double *lp, const double *old, const double *ref, const double *adv,
                 double clip, double beta, double *dlp, double *kl)
{
    double gain = 0, apart = 0;
    for (int i = 0; i < n; i++) {
        int len = from[i + 1] - from[i];
        for (int t = from[i]; t < from[i + 1]; t++) {
            double share = 1.0 / ((double)n * len), r = exp(lp[t] - old[t]), back = exp(ref[t] - lp[t]);
            double free = r * adv[i], held = fmin(fmax(r, 1 - clip), 1 + clip) * adv[i];
            double k3 = expm1(ref[t] - lp[t]) - (ref[t] - lp[t]);
            gain += share * (fmin(free, held) - beta * k3);
            apart += share * k3;
            dlp[t] = -share * ((free <= held ? free : 0) - beta * (1 - back));
        }
    }
    *kl = apart;
    return -gain;
}

double rloo_loss(int groups, int K, const int32_t *from, const double *lp, const double *ref, const double *reward,
                 double beta, double *dlp)
{
    int n = groups * K;
    double loss = 0, *value = calloc((size_t)(2 * n) + 1, sizeof *value), *adv = value + n;
    for (int i = 0; i < n; i++) {
        value[i] = reward[i];
        for (int t = from[i]; t < from[i + 1]; t++)
            value[i] -= beta * (lp[t] - ref[t]);
    }
    rloo_advantages(groups, K, value, adv);
    for (int i = 0; i < n; i++)
        for (int t = from[i]; t < from[i + 1]; t++) {
            loss -= adv[i] * lp[t] / n;
            dlp[t] = -adv[i] / n;
        }
    free(value);
    return loss;
}

void choose_recipe(enum method m, struct recipe *ret)
{
    *ret = m == DPO ? (struct recipe){ 1, 2e-4 } : (struct recipe){ .3, 2e-4 };
}
