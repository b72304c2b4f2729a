/*
 * load.h: load as a trace in virtual time, in nanoseconds: who comes when, with how long a prompt and an answer, and
 * which machines of a spot market are taken away.
 *
 * The same seed gives the same trace on any machine, to the bit: all arithmetic is on integers, logarithms too. A
 * request's lengths, class and group depend on the seed and its number alone, so that two rates meet the same requests.
 * Everything is static: a harness includes <load/load.h>, an oracle "../load/load.h". Needs a compiler with __int128.
 */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include <stddef.h>
#include <stdint.h>

#include "lengths.h"

#define LOAD_STATIC static __attribute__((unused))

typedef unsigned __int128 load_wide;

enum { LOAD_NS = 1000000000, LOAD_CLASSES = 4 };

struct load_req {
    int64_t at; /* ns, never falling from one request to the next */
    int32_t prompt, output; /* tokens, at least 1 */
    int32_t cls, group;     /* class of promise; group of requests that share a beginning */
};

enum load_arrivals {
    LOAD_POISSON,
    LOAD_GAMMA, /* independent gaps with a coefficient of variation of its own, 1 or more */
    LOAD_MMPP   /* Poisson with a rate of two states */
};

/* What is zero is left out: no day, no burst, no tail, one class, one group, no bound. */
struct load_cfg {
    enum load_arrivals arrivals;
    int32_t rate_milli;               /* requests in 1,000 s, on average, before day and burst */
    int32_t cv_milli;                 /* LOAD_GAMMA: thousandths, at least 1000 */
    struct load_rates states;         /* LOAD_MMPP; its mean_milli is not looked at */
    int64_t day_ns;                   /* a day's length: the rate is mean * (1 + depth * sine) */
    int32_t depth_milli;              /* 0 .. 1000 */
    int64_t burst_from, burst_ns;     /* within them the rate is burst_milli thousandths of what it was */
    int32_t burst_milli;              /* at least 1000 */
    const struct load_lengths *lengths;
    int32_t tail_milli, tail_alpha_milli; /* so many of 1,000 prompts are Pareto's, from the 0.99 quantile on */
    int32_t max_prompt, max_output;
    int32_t share[LOAD_CLASSES];      /* how often each class is drawn, relative to their sum */
    int32_t groups;                   /* group g is drawn as often as 1 / (g + 1): Zipf */
};

/* One step of SplitMix64. */
LOAD_STATIC uint64_t load_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* A stream of its own for (seed, purpose, number). */
LOAD_STATIC uint64_t load_stream(uint64_t seed, uint64_t purpose, uint64_t number)
{
    uint64_t s = seed ^ purpose * 0xd1342543de82ef95u;
    s = load_next(&s) ^ number * 0xaf251af3b0f025b5u;
    return load_next(&s);
}

/* Uniform on 0 .. n - 1; n at least 1. */
LOAD_STATIC int64_t load_below(uint64_t *state, int64_t n)
{
    return (int64_t)(((load_wide)load_next(state) * (uint64_t)n) >> 64);
}

/* -log2(x / 2^64) in units of 2^-40; x at least 1. One bit of the logarithm for each squaring. */
LOAD_STATIC int64_t load_log2(uint64_t x)
{
    int down = __builtin_clzll(x);
    uint64_t m = x << down; /* 2^63 <= m: a number from 1 to below 2 */
    int64_t log = 0;
    for (int bit = 39; bit >= 0; bit--) {
        load_wide sq = (load_wide)m * m >> 63;
        if (sq >> 64) {
            log |= (int64_t)1 << bit;
            sq >>= 1;
        }
        m = (uint64_t)sq;
    }
    return ((int64_t)(down + 1) << 40) - log;
}

/* 2^(-e / 2^40) in units of 2^-62; e at least 0. */
LOAD_STATIC uint64_t load_exp2(int64_t e)
{
    static const uint64_t root[20] = { /* 2^-(2^-k) in units of 2^-62, k = 1 .. 20 */
        0x2d413cccfe779921, 0x35d13f32b5a75abd, 0x3ab031b9f7490e4b, 0x3d495f454921b30b, 0x3ea0ecb6dc8a80ce,
        0x3f4f83033d21b05d, 0x3fa784571ee3e212, 0x3fd3b2d65447b229, 0x3fe9d59487236bb4, 0x3ff4e9d4703df842,
        0x3ffa74acbdf6c9d5, 0x3ffd3a46ffc6e30f, 0x3ffe9d1fa8010199, 0x3fff4e8ede053ad4, 0x3fffa747318376ac,
        0x3fffd3a38961e6fe, 0x3fffe9d1c0d8fd14, 0x3ffff4e8df7680c4, 0x3ffffa746f7dc0eb, 0x3ffffd3a37af8097
    };
    if (e >> 40 >= 62)
        return 0;
    load_wide m = (load_wide)1 << 62;
    for (int k = 0; k < 20; k++)
        if (e >> (39 - k) & 1)
            m = m * root[k] >> 62;
    return (uint64_t)(m >> (e >> 40));
}

/* An exponential variable of mean `mean`, at least 0: -ln(u) * mean. */
LOAD_STATIC int64_t load_exponential(uint64_t *state, int64_t mean)
{
    const uint64_t ln2 = 0xb17217f7d1cf79ab; /* ln 2 in units of 2^-64 */
    uint64_t e = (uint64_t)(((load_wide)load_log2(load_next(state) | 1) * ln2) >> 64); /* units of 2^-40 */
    return (int64_t)((load_wide)e * (uint64_t)mean >> 40);
}

/* A gamma variable of mean `mean` and coefficient of variation cv_milli / 1000 > 1: Joehnk's way, for shapes below 1. */
LOAD_STATIC int64_t load_gamma(uint64_t *state, int64_t mean, int cv_milli)
{
    int64_t square = (int64_t)cv_milli * cv_milli; /* shape a = 10^6 / square */
    if (square <= 1000000)
        return load_exponential(state, mean);
    for (int tries = 0; tries < 4096; tries++) {
        load_wide x = (load_wide)load_log2(load_next(state) | 1) * (uint64_t)square / 1000000;
        load_wide y = (load_wide)load_log2(load_next(state) | 1) * (uint64_t)square / (uint64_t)(square - 1000000);
        uint64_t u = load_exp2(x >> 62 ? INT64_MAX : (int64_t)x), v = load_exp2(y >> 62 ? INT64_MAX : (int64_t)y);
        if (u + v == 0 || u + v > (uint64_t)1 << 62)
            continue;
        uint64_t part = (uint64_t)(((load_wide)u << 32) / (u + v)); /* beta(a, 1 - a), in units of 2^-32 */
        load_wide g = (load_wide)(uint64_t)load_exponential(state, mean) * part >> 32;
        return (int64_t)(g * (uint64_t)square / 1000000);
    }
    return 0;
}

/* The sine of 2 pi at / day, in thousandths, by Bhaskara's fraction, which is within 2 thousandths. */
LOAD_STATIC int64_t load_sine(int64_t at, int64_t day)
{
    int64_t x = (int64_t)((load_wide)(uint64_t)(at % day) * 2000 / (uint64_t)day); /* half turns, in thousandths */
    int64_t h = x % 1000, p = h * (1000 - h), s = 16 * p * 1000 / (5000000 - 4 * p);
    return x < 1000 ? s : -s;
}

/* The rate at a time over the mean rate, in thousandths: day and burst. */
LOAD_STATIC int64_t load_relative(const struct load_cfg *c, int64_t at)
{
    int64_t r = 1000;
    if (c->day_ns > 0)
        r += c->depth_milli * load_sine(at, c->day_ns) / 1000;
    if (c->burst_ns > 0 && at >= c->burst_from && at - c->burst_from < c->burst_ns)
        r = r * c->burst_milli / 1000;
    return r < 0 ? 0 : r;
}

/* A length by its quantiles. */
LOAD_STATIC int32_t load_quantile(uint64_t *state, const int32_t *q)
{
    int64_t u = load_below(state, 1000000);
    int k = 1;
    while (u >= 1000 * load_at[k])
        k++;
    int64_t a = 1000 * load_at[k - 1], b = 1000 * load_at[k];
    return (int32_t)(q[k - 1] + (q[k] - q[k - 1]) * (u - a) / (b - a));
}

LOAD_STATIC int32_t load_bounded(int64_t n, int32_t most)
{
    if (most > 0 && n > most)
        n = most;
    return n < 1 ? 1 : (int32_t)n;
}

LOAD_STATIC int32_t load_drawn(uint64_t *state, const int32_t *weight, int n)
{
    int64_t sum = 0;
    for (int k = 0; k < n; k++)
        sum += weight[k];
    int64_t u = sum > 0 ? load_below(state, sum) : 0;
    for (int k = 0; k < n; k++)
        if ((u -= weight[k]) < 0)
            return k;
    return 0;
}

LOAD_STATIC int32_t load_zipf(uint64_t *state, int32_t n)
{
    int64_t sum = 0;
    for (int32_t k = 0; k < n; k++)
        sum += 1000000 / (k + 1);
    int64_t u = n > 1 ? load_below(state, sum) : 0;
    for (int32_t k = 0; k < n; k++)
        if ((u -= 1000000 / (k + 1)) < 0)
            return k;
    return 0;
}

/* What request number k asks for, apart from its time. */
LOAD_STATIC void load_request(const struct load_cfg *c, uint64_t seed, uint64_t k, struct load_req *r)
{
    uint64_t p = load_stream(seed, 1, k), o = load_stream(seed, 2, k), t = load_stream(seed, 3, k);
    uint64_t s = load_stream(seed, 4, k), g = load_stream(seed, 5, k);
    int64_t prompt = load_quantile(&p, c->lengths->prompt);
    if (c->tail_milli > 0 && load_below(&t, 1000) < c->tail_milli) {
        int64_t e = (int64_t)((load_wide)load_log2(load_next(&t) | 1) * 1000 / (uint64_t)c->tail_alpha_milli);
        uint64_t f = load_exp2(e); /* u^(1 / alpha): the length is the 0.99 quantile over that */
        load_wide n = f ? ((load_wide)(uint64_t)c->lengths->prompt[13] << 62) / f : (load_wide)INT32_MAX;
        prompt = n > INT32_MAX ? INT32_MAX : (int64_t)n;
    }
    r->prompt = load_bounded(prompt, c->max_prompt);
    r->output = load_bounded(load_quantile(&o, c->lengths->output), c->max_output);
    r->cls = load_drawn(&s, c->share, LOAD_CLASSES);
    r->group = load_zipf(&g, c->groups);
}

/* The state of a source of arrivals. */
struct load_source {
    uint64_t rng;
    int64_t now, until; /* LOAD_MMPP: the state lasts until then */
    int high;
};

/* The next candidate at `top` thousandths of the mean rate, before day and burst. */
LOAD_STATIC void load_gap(const struct load_cfg *c, struct load_source *s, int64_t top)
{
    int64_t mean = (int64_t)((load_wide)1000000000000000 / (uint64_t)c->rate_milli / (uint64_t)top); /* of a gap, ns */
    if (c->arrivals == LOAD_GAMMA) {
        int64_t here = load_relative(c, s->now);
        s->now += load_gamma(&s->rng, (int64_t)1000000000000 / c->rate_milli * 1000 / (here > 0 ? here : 1),
                             c->cv_milli);
        return;
    }
    if (c->arrivals == LOAD_POISSON) {
        s->now += load_exponential(&s->rng, mean);
        return;
    }
    for (int changes = 0; changes < 1 << 20; changes++) { /* what is drawn at one rate is void once the rate changes */
        int64_t r = s->high ? c->states.high_milli : c->states.low_milli;
        int64_t gap = r > 0 ? load_exponential(&s->rng, mean * 1000 / r) : INT64_MAX;
        if (gap < s->until - s->now) {
            s->now += gap;
            return;
        }
        s->now = s->until;
        s->high = !s->high;
        s->until += 1 + load_exponential(&s->rng, s->high ? c->states.high_ns : c->states.low_ns);
    }
}

/*
 * The requests that come before `until` ns, at most `cap`, in order; returns how many. Day and burst thin a faster stream
 * (Lewis and Shedler), which is exact for LOAD_POISSON and, given its states, for LOAD_MMPP; a gamma's gap is divided by
 * the relative rate at its beginning, which is approximate.
 */
LOAD_STATIC size_t load_draw(const struct load_cfg *c, uint64_t seed, int64_t until, struct load_req *out, size_t cap)
{
    struct load_source s = { .rng = load_stream(seed, 0, 0) };
    int64_t top = 1000 + (c->day_ns > 0 ? c->depth_milli : 0);
    if (c->burst_ns > 0)
        top = top * c->burst_milli / 1000;
    if (c->arrivals == LOAD_MMPP) {
        int64_t both = (c->states.low_ns + c->states.high_ns) / 1000;
        s.high = load_below(&s.rng, both) < c->states.high_ns / 1000;
        s.until = load_exponential(&s.rng, s.high ? c->states.high_ns : c->states.low_ns);
    }
    size_t n = 0;
    for (int64_t tries = 0; n < cap && tries < (int64_t)1 << 32; tries++) {
        load_gap(c, &s, top);
        if (s.now >= until)
            break;
        if (c->arrivals != LOAD_GAMMA && load_below(&s.rng, top) >= load_relative(c, s.now))
            continue;
        out[n].at = s.now;
        load_request(c, seed, n, &out[n]);
        n++;
    }
    return n;
}

/* A machine that is taken away: at `notice` it learns that it is gone at `gone`. */
struct load_loss {
    int64_t notice, gone;
    int32_t machine;
};

/* When machines 0 .. n-1 of a spot market are taken away, each after an exponential life: one entry for each whose
 * notice comes before `until`, by machine. Returns how many. */
LOAD_STATIC size_t load_spot(uint64_t seed, int32_t n, int64_t life_ns, int64_t warn_ns, int64_t until,
                             struct load_loss *out)
{
    size_t k = 0;
    for (int32_t m = 0; m < n; m++) {
        uint64_t s = load_stream(seed, 6, (uint64_t)m);
        int64_t at = load_exponential(&s, life_ns);
        if (at < until)
            out[k++] = (struct load_loss){ at, at + warn_ns, m };
    }
    return k;
}

#endif
