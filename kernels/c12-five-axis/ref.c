/*
 * Five-axis cost model, the reference solution: a library of closed forms.
 *
 * The whole model is one division repeated. Work over the rate of what does the work gives a time;
 * there is a time for the arithmetic and one for each tier of memory, and since all of them run
 * side by side in a good program, a step takes the longest, not the sum. So the model needs two
 * lists, amounts and rates, and never an average of rates: 900 GB/s and 50 GB/s do not make 475.
 *
 * Parallelism enters as divisors. Each way to split divides some amounts and leaves others whole:
 * dp divides tokens, not weights; tp and pp divide weights; cp divides tokens of one sequence; ep
 * divides experts, out of the devices that dp has already paid for. What it leaves whole must be
 * agreed upon, and that is the traffic of its group. One function, `allreduce`, knows how a group
 * lies across nodes; everything that is summed goes through it.
 *
 * Failures are the fifth axis. With a constant rate 1/M, the expected time to get x undisturbed
 * seconds is M*(exp(x/M) - 1): x itself for a small x/M, hopeless for a large one. expm1() keeps
 * the digits that exp() - 1 throws away exactly where jobs usually are, at small x/M.
 */
#include "lab.h"

#include <math.h>

/* Ranks of a group of g, s apart, that stand in one node. */
static int in_node(int g, int s, int node)
{
    int k = node / s;
    return k < 1 ? 1 : k > g ? g : k;
}

/* Adds what one of g ranks sends, k of them in a node, to sum G bytes. */
static void allreduce(double bytes[TIERS], double G, int g, int k)
{
    double nodes = (double)g / k;
    bytes[T_LINK] += 2 * (k - 1.0) / k * G;
    bytes[T_NET] += 2 * (nodes - 1) / nodes * G / k;
}

static double dense_weights(const struct op *o, const struct grid *g)
{
    return (o->weights - o->experts) / ((double)g->tp * g->pp);
}

static double expert_weights(const struct op *o, const struct grid *g)
{
    return o->experts / ((double)g->ep * g->tp * g->pp);
}

static void tensor(const struct op *o, const struct grid *g, const struct hw *h, double bytes[TIERS])
{
    double X = o->hidden / ((double)g->dp * g->cp), sums = o->train ? 4 : 2;
    allreduce(bytes, sums * o->layers / g->pp * X, g->tp, in_node(g->tp, 1, h->node));
}

static void context(const struct op *o, const struct grid *g, const struct hw *h, double bytes[TIERS])
{
    double K = o->kv / ((double)g->dp * g->cp * g->tp), rounds = o->train ? 3 : 1;
    int inside = in_node(g->cp, g->tp, h->node) == g->cp;
    bytes[inside ? T_LINK : T_NET] += rounds * o->layers / g->pp * (g->cp - 1) * K;
}

static void expert(const struct op *o, const struct grid *g, const struct hw *h, double bytes[TIERS])
{
    double X = o->hidden / ((double)g->dp * g->cp), trips = o->train ? 4 : 2;
    double share = trips * o->layers / g->pp * X * o->topk / g->tp / g->ep;
    int k = in_node(g->ep, g->tp, h->node);
    bytes[T_LINK] += share * (k - 1);
    bytes[T_NET] += share * (g->ep - k);
}

static void gradients(const struct op *o, const struct grid *g, const struct hw *h,
                      double bytes[TIERS])
{
    int all = g->dp * g->cp, same = all / g->ep; /* cp ranks hold the same weights, too */
    if (!o->train)
        return;
    allreduce(bytes, dense_weights(o, g), all, in_node(all, g->tp, h->node));
    allreduce(bytes, expert_weights(o, g), same, in_node(same, g->tp * g->ep, h->node));
}

static void pipeline(const struct op *o, const struct grid *g, const struct hw *h,
                     double bytes[TIERS])
{
    double X = o->hidden / ((double)g->dp * g->cp);
    if (g->pp > 1)
        bytes[devices(g) <= h->node ? T_LINK : T_NET] += (o->train ? 2 : 1) * X / g->tp;
}

double crossover(const struct hw *h, enum tier t)
{
    return h->peak / h->sparsity / h->bw[t];
}

int64_t devices(const struct grid *g)
{
    return (int64_t)g->dp * g->tp * g->pp * g->cp; /* ep shares out ranks of dp */
}

void moved(const struct op *o, const struct grid *g, const struct hw *h, double bytes[TIERS])
{
    double n = (double)devices(g);
    bytes[T_HBM] = o->sweeps * (dense_weights(o, g) + expert_weights(o, g)) + o->acts / n;
    bytes[T_HOST] = o->host / n;
    bytes[T_LINK] = bytes[T_NET] = 0;
    tensor(o, g, h, bytes);
    context(o, g, h, bytes);
    expert(o, g, h, bytes);
    gradients(o, g, h, bytes);
    pipeline(o, g, h, bytes);
}

double resident(const struct op *o, const struct grid *g)
{
    double W = dense_weights(o, g) + expert_weights(o, g);
    return o->state * W + o->keep / (double)devices(g);
}

/* Daly, 2006: Young's sqrt(2*ckpt*M), two terms more, less the checkpoint itself. */
static double best_interval(double ckpt, double M)
{
    double x = ckpt / (2 * M);
    if (ckpt == 0)
        return 0;
    return x >= 1 ? M : sqrt(2 * ckpt * M) * (1 + sqrt(x) / 3 + x / 9) - ckpt;
}

double loss(const struct risk *r, int64_t n, double *interval)
{
    double M = r->mtbf / (double)n, T = r->interval > 0 ? r->interval : best_interval(r->ckpt, M);
    *interval = T;
    if (isinf(M))
        return T > 0 ? r->ckpt / T : 0;
    if (T == 0)
        return expm1(r->restart / M);
    return M * exp(r->restart / M) * expm1((T + r->ckpt) / M) / T - 1;
}

static double ratio(double flops, double bytes)
{
    return flops == 0 ? 0 : flops / bytes;
}

struct plan cost5(const struct op *o, const struct grid *g, const struct hw *h,
                  const struct risk *r)
{
    int64_t n = devices(g);
    struct plan p = { .devices = (double)n, .flops = o->flops / (double)n };
    moved(o, g, h, p.bytes);
    p.intensity = ratio(p.flops, p.bytes[T_HBM]);
    p.room = h->mem - resident(o, g);
    p.time[0] = p.flops / (h->peak / h->sparsity);
    for (int t = 0; t < TIERS; t++)
        p.time[1 + t] = p.bytes[t] / h->bw[t];
    for (int k = 0; k <= TIERS; k++)
        p.step = fmax(p.step, p.time[k]);
    p.step *= (o->micro + g->pp - 1.0) / o->micro;
    double share = loss(r, n, &p.interval);
    p.lost = p.step > 0 ? p.step * share : 0;
    return p;
}

enum axis which_axis_binds(const struct plan *p)
{
    double most = p->time[0];
    enum axis binds = AX_FLOPS;
    if (p->room < 0)
        return AX_MEMORY;
    for (int k = 1; k <= TIERS; k++)
        if (p->time[k] > most)
            most = p->time[k], binds = (enum axis)k;
    return p->lost > most ? AX_FAILURE : binds;
}
