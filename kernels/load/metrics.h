/*
 * metrics.h: what a served load was like: time to the first token (TTFT), time per output token (TPOT), goodput, exact
 * percentiles, intervals, and what a million tokens cost. Times are nanoseconds of virtual or real time.
 *
 * Percentiles are nearest-rank: a value that was measured, never one between two. Nothing here averages percentiles:
 * those of several replicas come from all their requests together.
 */
#ifndef LOAD_METRICS_H
#define LOAD_METRICS_H

#include <stdlib.h>

#include "load.h"

struct load_served {
    int64_t at, first, last; /* arrival, first token, last token; first below 0: never served */
    int32_t prompt, output;
};

struct load_promise {
    int64_t ttft, tpot; /* ns, at most */
};

/* Of a request that was never served: longer than any. */
LOAD_STATIC int64_t load_ttft(const struct load_served *s)
{
    return s->first < 0 ? INT64_MAX : s->first - s->at;
}

/* The mean time between two of its tokens, rounded up; 0 where the answer is a single token. */
LOAD_STATIC int64_t load_tpot(const struct load_served *s)
{
    if (s->first < 0)
        return INT64_MAX;
    return s->output > 1 ? (s->last - s->first + s->output - 2) / (s->output - 1) : 0;
}

LOAD_STATIC int load_kept(const struct load_served *s, const struct load_promise *p)
{
    return load_ttft(s) <= p->ttft && load_tpot(s) <= p->tpot;
}

/* Requests in 1,000 s whose promise was kept, of n that came within `span` ns. */
LOAD_STATIC int64_t load_goodput_milli(const struct load_served *s, size_t n, const struct load_promise *p, int64_t span)
{
    int64_t kept = 0;
    for (size_t k = 0; k < n; k++)
        kept += load_kept(&s[k], p);
    return span > 0 ? (int64_t)((load_wide)kept * 1000 * LOAD_NS / (uint64_t)span) : 0;
}

LOAD_STATIC int load_compare(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

LOAD_STATIC void load_sort(int64_t *v, size_t n)
{
    qsort(v, n, sizeof *v, load_compare);
}

/* The rank, from 0, of the percentile `per_million` / 10^4 among n values: ceil(p n) - 1. n at least 1. */
LOAD_STATIC size_t load_rank(size_t n, int64_t per_million)
{
    int64_t r = (int64_t)(((load_wide)n * (uint64_t)per_million + 999999) / 1000000);
    return r < 1 ? 0 : (size_t)r - 1;
}

/*
 * Ranks, from 0, between which that percentile of the distribution lies in at least 95 of 100 samples of n independent
 * values, whatever the distribution: the number of values below it is binomial. A rank of -1 or n: the sample is too
 * small for a bound on that side.
 */
LOAD_STATIC void load_interval(size_t n, int64_t per_million, int64_t *low, int64_t *high)
{
    double p = (double)per_million * 1e-6, sum = 1, below, above;
    int64_t N = (int64_t)n, mode = (int64_t)((double)(N + 1) * p), a, b;
    mode = mode > N ? N : mode;
    double w = 1; /* weights relative to the mode's: no power underflows where there is weight */
    for (a = mode; a > 0 && w > 1e-18; a--)
        sum += w *= (double)a * (1 - p) / ((double)(N - a + 1) * p);
    w = 1;
    for (b = mode; b < N && w > 1e-18; b++)
        sum += w *= (double)(N - b) * p / ((double)(b + 1) * (1 - p));
    double wa = 1, wb = 1; /* from both ends' far sides back: the tails of 2.5 % each */
    for (int64_t k = mode; k > a; k--)
        wa *= (double)k * (1 - p) / ((double)(N - k + 1) * p);
    for (int64_t k = mode; k < b; k++)
        wb *= (double)(N - k) * p / ((double)(k + 1) * (1 - p));
    below = wa, above = wb;
    while (below <= .025 * sum && a < N)
        a++, below += wa *= (double)(N - a + 1) * p / ((double)a * (1 - p));
    while (above <= .025 * sum && b > 0)
        b--, above += wb *= (double)(b + 1) * (1 - p) / ((double)(N - b) * p);
    *low = a - 1; /* P(count < a) <= 0.025: the value of rank a - 1 is not above the percentile */
    *high = b;
}

/*
 * An interval of 95 % for the mean of v: percentiles of `rounds` means, each of blocks of `block` neighbours drawn again
 * and again. Requests that stood in one queue are no independent draws: a block has to be longer than a queue lasts.
 */
LOAD_STATIC void load_bootstrap(const int64_t *v, size_t n, size_t block, int rounds, uint64_t seed, double *low,
                                double *high)
{
    int64_t *sum = malloc((size_t)rounds * sizeof *sum);
    block = block < 1 ? 1 : block > n ? n : block;
    size_t blocks = n / block;
    for (int r = 0; sum && r < rounds; r++) {
        sum[r] = 0;
        for (size_t k = 0; k < blocks; k++) {
            size_t from = (size_t)load_below(&seed, (int64_t)(n - block + 1));
            for (size_t j = 0; j < block; j++)
                sum[r] += v[from + j];
        }
    }
    *low = *high = 0;
    if (sum && blocks) {
        load_sort(sum, (size_t)rounds);
        *low = (double)sum[load_rank((size_t)rounds, 25000)] / (double)(blocks * block);
        *high = (double)sum[load_rank((size_t)rounds, 975000)] / (double)(blocks * block);
    }
    free(sum);
}

/* Dollars for a million tokens: machines that were paid for `paid_ns` together at `dollars` an hour each. */
LOAD_STATIC double load_cost(int64_t paid_ns, double dollars, int64_t tokens)
{
    return tokens > 0 ? (double)paid_ns / (3600.0 * LOAD_NS) * dollars / (double)tokens * 1e6 : 0;
}

#endif
