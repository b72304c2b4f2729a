/*
 * chance.h: an rng_t for a harness, which includes it once, after a lab.h with rng_t, rng_coin and rng_pick.
 *
 * It is in one of two modes. Drawing, it is a generator seeded by the case. Walking, it takes every branch in turn and
 * multiplies the probabilities on the way: rng_coin has two branches, rng_pick one for each positive weight. Run again
 * until advance() returns 0, the paths are all that the code can take, with the exact chance of each in `weight`.
 */
#ifndef SPECULATIVE_CHANCE_H
#define SPECULATIVE_CHANCE_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What may go wrong with chance; a harness goes on from F_ENDLESS, and its oracle.c has the same list. */
enum { F_NONE, F_COIN, F_WEIGHT, F_TOTAL, F_ENDLESS };
enum { DEPTH = 256, CHECKED = 4096, BLOCK = 64 };

struct rng {
    int walking, depth, fixed;         /* decisions so far, and how many are prescribed */
    int branch[DEPTH], other[DEPTH];   /* the one taken; the next to take, or -1 */
    double weight;                     /* product of the probabilities taken */
    uint64_t state;
    double fault[3];                   /* kind and two figures */
};

static void misuse(struct rng *r, int kind, double a, double b)
{
    if (r->fault[0] == F_NONE)
        memcpy(r->fault, (double[]){ kind, a, b }, sizeof r->fault);
}

/* SplitMix64 (Steele, Lea, Flood, 2014). */
static double draw(struct rng *r)
{
    uint64_t z = (r->state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

/* --- walking ---------------------------------------------------------------------------------- */

/* The branch to take now, given the first one that is possible; -1 when there are too many. */
static int next_branch(struct rng *r, int first)
{
    if (r->depth >= DEPTH) {
        misuse(r, F_ENDLESS, DEPTH, 0);
        return -1;
    }
    return r->depth < r->fixed ? r->branch[r->depth] : first;
}

static void took(struct rng *r, int branch, int other, double probability)
{
    r->branch[r->depth] = branch;
    r->other[r->depth++] = other;
    r->weight *= probability;
}

/* Prescribe the next path. 0 when all have been taken. */
static int advance(struct rng *r)
{
    while (r->depth > 0 && r->other[r->depth - 1] < 0)
        r->depth--;
    if (r->depth == 0)
        return 0;
    r->branch[r->depth - 1] = r->other[r->depth - 1];
    r->fixed = r->depth;
    return 1;
}

static int positive_from(const float *w, int n, int i)
{
    while (i < n && !(w[i] > 0))
        i++;
    return i < n ? i : -1;
}

/* --- what the learner calls ------------------------------------------------------------------- */

int rng_coin(rng_t *r, double prob)
{
    if (!(prob >= 0 && prob <= 1)) {
        misuse(r, F_COIN, prob, 0);
        prob = prob > 1;
    }
    if (!r->walking)
        return draw(r) < prob;
    int b = next_branch(r, prob > 0 ? 0 : 1);
    if (b < 0)
        return 0;
    took(r, b, b == 0 && prob < 1 ? 1 : -1, b == 0 ? prob : 1 - prob);
    return b == 0;
}

/* Are these weights, and is that their sum? */
static void check_weights(struct rng *r, const float *w, int n, double total)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        if (!(w[i] >= 0))
            misuse(r, F_WEIGHT, w[i], i);
        sum += w[i];
    }
    if (!(sum > 0 && fabs(sum - total) <= 1e-6 * sum))
        misuse(r, F_TOTAL, total, sum);
}

static double block_sum(const float *w)
{
    double s[8] = { 0 };
    for (int i = 0; i < BLOCK; i += 8)
        for (int k = 0; k < 8; k++)
            s[k] += w[i + k];
    return ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
}

/* The first index at which the running sum passes u, blocks first; the last positive one at worst. */
static int search(const float *w, int n, double u)
{
    int i = 0;
    for (; i + BLOCK <= n; i += BLOCK) {
        double s = block_sum(w + i);
        if (u < s)
            break;
        u -= s;
    }
    for (; i < n; i++) {
        if (u < w[i])
            return i;
        u -= w[i];
    }
    while (n > 1 && !(w[n - 1] > 0))
        n--;
    return n - 1;
}

int rng_pick(rng_t *r, const float *w, int n, double total)
{
    if (n <= CHECKED)
        check_weights(r, w, n, total);
    if (!r->walking)
        return search(w, n, draw(r) * total);
    int first = positive_from(w, n, 0), b = next_branch(r, first < 0 ? 0 : first);
    if (b < 0 || b >= n)
        return 0;
    took(r, b, positive_from(w, n, b + 1), first < 0 ? 1 : w[b] / total);
    return b;
}

#endif
