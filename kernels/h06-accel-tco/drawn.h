/*
 * drawn.h: what h06's functions are asked about. A row is a work and an accelerator; a scene is a site with its knob and
 * load, and bids. Each is drawn, given by the case's fields, or put on an edge where all sums are exact.
 */
#ifndef H06_DRAWN_H
#define H06_DRAWN_H

#include <ridge/oracle.h>

/* Columns, in the order of lab.h's structs; harness.c reads them. */
enum { ROW = 24, SITE = 11, BID = 11, FIT = 11, BILL = 7, FLEET = 5, PLACE = 4, TURN = 5, STRETCH = 3, MOST = 64 };
enum { PARAMS, ACTIVE, BYTES, LAYERS, WIDTH, KV, PROMPT, ANSWER, TTFT, TPOT, USERS, MEM, RESERVE, PEAK, BW, LINK, LAT,
       PEAK_SHARE, BW_SHARE, ACCELS, TAG };
enum { UTIL, KWH, PUE, RATE, MTOK, KNOB, WHICH, LO, HI, MEAN, TOP };
enum { KIND, PRICE, YEARS, RESALE, KW, IDLE_KW, KEEP, PORT, VERDICT, N, TOK_S };
enum { BUY, COMMIT, DEMAND };
enum { FITS, FIT_UNKNOWN, FIT_MEMORY, FIT_TTFT, FIT_TPOT };
enum { OK, NO_PRICE, NO_UTIL, NO_YEARS, NO_POWER, NO_MONEY, NO_FIT, NO_PORT, NO_LOAD, NO_RANGE };
enum { KNOB_PRICE, KNOB_UTIL, KNOB_KWH, KNOB_PUE, KNOB_MTOK, KNOBS };

/* What kind of rows a case asks for, and of scenes. */
enum { GIVEN, DRAWN, ALONE, PROMISES, UNKNOWN, EXACT, EVEN };

/* --- works and accelerators ---------------------------------------------------------------------------------- */

static const char *const COLUMN[] = { "params", "active", "bytes", "layers", "width", "kv", "prompt", "answer", "ttft",
    "tpot", "users", "mem", "reserve", "peak", "bw", "link", "lat", "peak_share", "bw_share", "most", "tag_mem",
    "tag_peak", "tag_bw", "tag_link" };

static double between(uint64_t *s, double lo, double hi)
{
    return lo + (hi - lo) * ridge_uniform(s);
}

/* Each decade as likely as the other. */
static double around(uint64_t *s, double lo, double hi)
{
    return exp(between(s, log(lo), log(hi)));
}

static int pick(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static void draw_work(double *r, uint64_t *s)
{
    static const double model[][5] = { /* params, active, layers, width, kv in 2 bytes */
        { 8.03e9, 8.03e9, 32, 4096, 131072 },    { 13.0e9, 13.0e9, 40, 5120, 819200 },
        { 70.6e9, 70.6e9, 80, 8192, 327680 },    { 46.7e9, 12.9e9, 32, 4096, 131072 },
        { 405.9e9, 405.9e9, 126, 16384, 516096 } };
    static const double wide_bytes[] = { .5, 1, 2 };
    const double *m = model[pick(s, 5)];
    r[PARAMS] = m[0], r[ACTIVE] = m[1], r[LAYERS] = m[2], r[WIDTH] = m[3];
    r[BYTES] = wide_bytes[pick(s, 3)];
    r[KV] = m[4] / (1 + pick(s, 2));
    r[PROMPT] = floor(around(s, 1, 32768));
    r[ANSWER] = floor(around(s, 1, 4096));
    r[TTFT] = pick(s, 2) ? INFINITY : around(s, .1, 60);
    r[TPOT] = pick(s, 2) ? INFINITY : around(s, .005, .3);
    r[USERS] = floor(around(s, 1, 20000));
}

static void draw_accel(double *r, uint64_t *s)
{
    static const double most[] = { 1, 2, 4, 8, 8, 16, 72, 1024 };
    int sram = pick(s, 8) == 0;
    r[MEM] = sram ? around(s, 2e8, 5e9) : around(s, 16e9, 288e9);
    r[RESERVE] = floor(r[MEM] * between(s, 0, .15));
    r[PEAK] = around(s, 3e13, 2.5e15);
    r[BW] = sram ? around(s, 2e13, 2e14) : around(s, 3e11, 8e12);
    r[LINK] = pick(s, 6) ? around(s, 2e10, 9e11) : 0;
    r[LAT] = around(s, 1e-6, 4e-5);
    r[PEAK_SHARE] = between(s, .3, 1), r[BW_SHARE] = between(s, .5, 1);
    r[ACCELS] = most[pick(s, 8)];
    for (int k = 0; k < 4; k++)
        r[TAG + k] = pick(s, 3);
}

/* Powers of two, with which all of lab.h's sums come out without rounding; then one thing is put on an edge. */
static void draw_exact(size_t k, double *r)
{
    static const double base[ROW] = { 0x1p33, 0x1p33, 1, 32, 4096, 0x1p17, 2048, 512, INFINITY, INFINITY, 1024, 0x1p40,
                                      0, 0x1p50, 0x1p60, 0, 0, 1, 1, 1, 0, 1, 0, 2 };
    const double need = 0x1p17 * 2560;
    memcpy(r, base, sizeof base);
    switch (k % 15) {
    case 0: r[MEM] = 0x1p33 + need; break;                                 /* one sequence, and no byte more */
    case 1: r[MEM] = 0x1p33 + need - 1; break;                             /* a byte short */
    case 2: r[TPOT] = 0x1p-11; break;                                      /* 32 sequences are just in time */
    case 3: r[TTFT] = 0x1p-5; break;                                       /* the prompt is just in time */
    case 4: r[MEM] = 0x1p33 + 7 * need; r[USERS] = 7; break;               /* all users are seated, none more fits */
    case 5: r[USERS] = 64; r[BW] = 13 * 0x1p41; break;                     /* arithmetic and memory take as long */
    case 6: r[MEM] = 0x1p32 + need; r[ACCELS] = 2; r[LINK] = INFINITY; r[LAT] = 0x1p-12; break; /* sums as well */
    case 7: r[TPOT] = 0x1p-16; break;                                      /* a batch of 1 is just in time */
    case 8: r[MEM] = 0x1p33 + 9 * need + 1; r[RESERVE] = 1; break;         /* nine fit, with what is held back */
    case 9: r[MEM] = 0x1p32; r[RESERVE] = 0x1p33; r[ACCELS] = 8; r[LINK] = 1e11; break; /* less than nothing is free */
    case 10: r[MEM] = 0x1p32; r[ACCELS] = 3; r[LINK] = 1e11; break;        /* three would do, two do not */
    case 11: r[MEM] = 0x1p32; r[ACCELS] = 1000; r[LINK] = 1e11; r[LAT] = 1e-6; break; /* no power of two */
    case 12: r[TTFT] = 0x1.fp-6; r[TPOT] = 0x1p-17; break;                 /* neither promise can be kept */
    case 13: r[ACCELS] = 2; r[LINK] = 1e9; r[TTFT] = 0x1p-4; r[TPOT] = 0x1p-17; break; /* two have other reasons */
    default: r[TPOT] = 0x1.fffp-17; break;                                 /* only the step is too long */
    }
}

/* The same tokens for each accelerator, whatever n: the least n is meant. */
static void draw_even(double *r, uint64_t *s)
{
    draw_work(r, s);
    draw_accel(r, s);
    r[TTFT] = r[TPOT] = r[LINK] = INFINITY;
    r[LAT] = 0;
    r[USERS] = 5000;
    r[MEM] = 3e12, r[RESERVE] = 0;
    r[BW] = 1e18;
    r[ACCELS] = 64;
}

/* --- sites and bids ------------------------------------------------------------------------------------------ */

enum { MARKET, MIXED, REFUSED, RATES, TIES, SAME, ENDS, TRIPLE, NARROW, RANGES, LOADS, MONEY, FAN };

static void draw_bid(double *b, uint64_t *s)
{
    int kind = pick(s, 4);
    double cards[] = { 1, 2, 4, 8 };
    b[KIND] = kind < 2 ? BUY : kind == 2 ? COMMIT : DEMAND;
    b[PRICE] = kind < 2 ? around(s, 1e3, 6e4) : around(s, .2, 9);
    b[YEARS] = between(s, 1.5, 6);
    b[RESALE] = kind < 2 && pick(s, 2) ? b[PRICE] * between(s, 0, .3) : 0;
    b[KW] = around(s, .2, 2);
    b[IDLE_KW] = b[KW] * between(s, .1, .7);
    b[KEEP] = kind < 2 ? b[PRICE] * between(s, 0, .06) : 0;
    b[PORT] = pick(s, 3) ? 0 : around(s, 1e4, 2e6);
    b[VERDICT] = FITS;
    b[N] = cards[pick(s, 4)];
    b[TOK_S] = b[N] * around(s, 80, 4000);
}

static void draw_site(double *s, const double *bids, int n, int knob, uint64_t *seed)
{
    static const double lo[KNOBS] = { 0, .02, 0, 1, 1e2 }, hi[KNOBS] = { 0, 1, 1.2, 3, 1e7 };
    s[UTIL] = between(seed, .05, 1);
    s[KWH] = around(seed, .03, .5);
    s[PUE] = between(seed, 1.05, 1.9);
    s[RATE] = pick(seed, 5) ? between(seed, .01, .2) : 0;
    s[MTOK] = around(seed, 1e3, 1e7);
    s[KNOB] = knob;
    s[WHICH] = knob == KNOB_PRICE && n > 2 ? pick(seed, n) : 0; /* of two it is crossover()'s */
    s[LO] = lo[knob], s[HI] = hi[knob];
    if (knob == KNOB_PRICE)
        s[LO] = .35 * bids[(int)s[WHICH] * BID + PRICE], s[HI] = 6 * bids[(int)s[WHICH] * BID + PRICE];
    s[TOP] = bids[TOK_S] * around(seed, .05, 30);
    s[MEAN] = s[TOP] * between(seed, .05, .95);
}

/* One rule after the other is broken, of what is bought and once more of any kind; then up to three at once, of which
 * the first counts. */
static void refuse(size_t k, double *s, double *b)
{
    static const struct {
        int site, at;
        double value;
    } broken[] = { { 0, PRICE, 0 }, { 0, PRICE, -5 }, { 0, PRICE, NAN }, { 0, PRICE, INFINITY }, { 1, UTIL, 0 },
                   { 1, UTIL, 1.0000001 }, { 1, UTIL, NAN }, { 1, UTIL, -.2 }, { 0, YEARS, 0 }, { 0, YEARS, NAN },
                   { 0, YEARS, INFINITY }, { 0, KW, -1 }, { 0, IDLE_KW, 99 }, { 0, IDLE_KW, -.1 }, { 1, KWH, -.01 },
                   { 1, KWH, NAN }, { 1, PUE, .99 }, { 1, PUE, INFINITY }, { 0, RESALE, 1e9 }, { 0, RESALE, -1 },
                   { 0, KEEP, -1 }, { 1, RATE, -.01 }, { 1, RATE, NAN }, { 0, VERDICT, FIT_MEMORY }, { 0, TOK_S, 0 },
                   { 0, TOK_S, NAN }, { 0, PORT, -1 }, { 0, PORT, NAN }, { 1, MTOK, 0 }, { 1, MTOK, NAN },
                   { 1, MTOK, -1e3 }, { 0, PORT, INFINITY }, { 0, TOK_S, INFINITY }, { 0, TOK_S, -5 },
                   { 0, KW, INFINITY }, { 0, KW, NAN }, { 0, IDLE_KW, NAN }, { 1, KWH, INFINITY }, { 1, PUE, NAN },
                   { 0, RESALE, NAN }, { 0, KEEP, NAN }, { 0, KEEP, INFINITY }, { 1, RATE, INFINITY } };
    const size_t n = sizeof broken / sizeof broken[0];
    b[PORT] = 5e4;
    if (k < n)
        b[KIND] = BUY;
    for (size_t j = 0; j < (k < 2 * n ? 1 : 3); j++) {
        size_t which = (k + j * (1 + k * 11 % (n - 1))) % n;
        *(broken[which].site ? &s[broken[which].at] : &b[broken[which].at]) = broken[which].value;
    }
}

/* Nobody has entered its price, or it does not fit. */
static void spoil(double *b, uint64_t *s)
{
    if (pick(s, 2))
        b[PRICE] = 0;
    else
        b[VERDICT] = FIT_MEMORY;
}

/* Rents of whole dollars on machines of a power of two: ties without rounding, and chains of 6e-10 each. */
static void draw_ties(double *b, int n, uint64_t *s)
{
    int chain = pick(s, 2);
    for (int k = 0; k < n; k++, b += BID) {
        draw_bid(b, s);
        b[KIND] = DEMAND, b[PORT] = 0;
        b[N] = 1 << pick(s, 3), b[TOK_S] = b[N] * 128;
        b[PRICE] = chain ? 2 + (pick(s, 4) ? 0 : 1) : 1 + pick(s, 3);
        if (chain)
            b[PRICE] *= 1 + 6e-10 * pick(s, 5);
        if (pick(s, 7) == 0)
            spoil(b, s);
    }
}

static void shuffle(double *b, int n, uint64_t *seed)
{
    for (int k = n - 1; k > 0; k--) {
        double keep[BID];
        int j = pick(seed, k + 1);
        memcpy(keep, b + k * BID, sizeof keep);
        memmove(b + k * BID, b + j * BID, sizeof keep);
        memcpy(b + j * BID, keep, sizeof keep);
    }
}

/* Straight lines over the price of energy, through one point or near it: c - x·kw dollars an hour without energy. */
static void draw_star(double *s, double *b, int n, double lower, uint64_t *seed)
{
    double x = between(seed, .1, .3), hour = between(seed, 3, 5), most = 2 + 6 * ridge_uniform(seed);
    s[UTIL] = 1, s[PUE] = 1, s[RATE] = 0;
    s[KNOB] = KNOB_KWH, s[LO] = 0, s[HI] = .6, s[WHICH] = 0;
    for (int k = 0; k < n; k++) {
        double *at = b + k * BID, kw = most * (k + 1) / n;
        draw_bid(at, seed);
        at[KIND] = BUY, at[YEARS] = 1, at[RESALE] = at[KEEP] = at[PORT] = 0;
        at[KW] = at[IDLE_KW] = kw;
        at[N] = 1, at[TOK_S] = 1000;
        at[PRICE] = 8766 * (hour - x * kw - (k == n / 2 ? lower * hour : 0));
    }
    shuffle(b, n, seed);
}

/* Straight lines of which each is the cheapest somewhere: tangents of a curve, over energy, PUE or 1 / util. */
static void draw_fan(double *s, double *b, int n, uint64_t *seed)
{
    double base = between(seed, .2, 1), most = between(seed, 1, 4);
    s[RATE] = 0, s[WHICH] = 0;
    s[UTIL] = s[KNOB] == KNOB_UTIL ? .5 : 1;
    s[PUE] = s[KNOB] == KNOB_PUE ? 2 : 1;
    s[KWH] = .2;
    s[LO] = s[KNOB] == KNOB_UTIL ? .02 : s[KNOB] == KNOB_PUE ? 1 : 0;
    s[HI] = s[KNOB] == KNOB_UTIL ? 1 : s[KNOB] == KNOB_PUE ? 3 : .6;
    for (int k = 0; k < n; k++) {
        double *at = b + k * BID, q = (k + between(seed, .4, .6)) / n, low = (1 - q) * (1 - q);
        draw_bid(at, seed);
        at[KIND] = BUY, at[YEARS] = 1, at[RESALE] = at[KEEP] = at[PORT] = 0;
        at[N] = 1, at[TOK_S] = 1000;
        at[PRICE] = 8766 * (s[KNOB] == KNOB_UTIL ? .5 * q : base + .3 * most * low);
        at[KW] = s[KNOB] == KNOB_UTIL ? (base + 12.5 * low) / s[KWH] : most * q;
        at[IDLE_KW] = s[KNOB] == KNOB_UTIL ? 0 : at[KW];
    }
    shuffle(b, n, seed);
}

/* Twins, and machines that cost the same though nothing in them is the same. */
static void draw_same(size_t k, double *b, int n, uint64_t *s)
{
    for (int j = 1; j < n; j++) {
        if (pick(s, 2))
            memcpy(b + j * BID, b, BID * sizeof *b);
        if (k % 2 && pick(s, 2)) {
            memcpy(b + j * BID, b, BID * sizeof *b);
            b[j * BID + N] *= 2, b[j * BID + TOK_S] *= 2;
        }
    }
    if (k % 3 == 0)
        memcpy(b + (n - 1) * BID, b, BID * sizeof *b);
}

/* Both cost the same at an end of the range, or nearly: 0 has to stand there. */
static void draw_ends(size_t k, double *s, double *b, uint64_t *seed)
{
    double p = 1 + pick(seed, 8);
    for (int j = 0; j < 2; j++) {
        double *at = b + j * BID;
        at[KIND] = DEMAND, at[PRICE] = p, at[N] = 1, at[TOK_S] = 256, at[PORT] = 0, at[VERDICT] = FITS;
    }
    s[KNOB] = KNOB_PRICE, s[WHICH] = 0;
    s[LO] = k % 2 ? p : p / 2, s[HI] = k % 2 ? 2 * p : p;
    if (k % 4 > 1)
        s[k % 2 ? LO : HI] *= 1 + (k % 8 > 3 ? 4e-10 : -4e-10);
}

static void draw_ranges(size_t k, double *s, double *b)
{
    switch (k % 10) {
    case 0: s[HI] = s[LO]; break;
    case 1: s[HI] = s[LO] / 2 - 1; break;
    case 2: s[HI] = INFINITY; break;
    case 3: s[LO] = NAN; break;
    case 4: s[KNOB] = KNOB_UTIL, s[LO] = 0, s[HI] = 1; break;
    case 5: s[KNOB] = KNOB_UTIL, s[LO] = .5, s[HI] = 2; break;
    case 6: s[KNOB] = KNOB_MTOK, s[LO] = 0, s[HI] = 1e5; b[PORT] = 0; break;
    case 7: s[KNOB] = KNOB_PUE, s[LO] = .5, s[HI] = 2; break;
    case 8: s[KNOB] = KNOB_UTIL, s[LO] = .5, s[HI] = 2, b[BID + PRICE] = 0; break; /* bid 1 at lo, then bid 0 at hi */
    default: s[KNOB] = KNOB_UTIL, s[LO] = .5, s[HI] = 2, b[VERDICT] = FIT_TTFT; break; /* bid 0 twice: at lo first */
    }
}

static void draw_loads(size_t k, double *s, double *b)
{
    b[TOK_S] = 128;
    switch (k % 10) {
    case 0: s[TOP] = 1024, s[MEAN] = 1024; break;   /* eight copies, always at work */
    case 1: s[TOP] = 1025, s[MEAN] = 512; break;    /* a ninth for one token */
    case 2: s[TOP] = 1, s[MEAN] = .001; break;      /* one copy that hardly works */
    case 3: s[TOP] = 100, s[MEAN] = 101; break;
    case 4: s[MEAN] = 0; break;
    case 5: s[TOP] = INFINITY, s[MEAN] = 5; break;
    case 6: s[MEAN] = NAN; break;
    case 7: b[VERDICT] = FIT_TPOT; break;
    case 8: s[UTIL] = 0; break;                     /* the site's own is not asked for */
    default: b[PRICE] = 0; break;
    }
}

/* A market of the case's own fields. */
static void given(const struct ridge_case *c, double *s, double *b, int n)
{
    static const char *const site[] = { "util", "usd_kwh", "pue", "rate", "mtok", "knob", "which", "lo", "hi", "mean",
                                        "peak" };
    for (int k = 0; k < SITE; k++)
        s[k] = ridge_num(c, site[k]);
    for (int k = 0; k < n; k++, b += BID) {
        static const char *const of[] = { "kind", "price", "kw", "port", "n", "tok_s" };
        static const int at[] = { KIND, PRICE, KW, PORT, N, TOK_S };
        for (int j = 0; j < 6; j++) {
            char name[32];
            snprintf(name, sizeof name, "%s_%d", of[j], k);
            b[at[j]] = ridge_num(c, name);
        }
        b[VERDICT] = b[TOK_S] > 0 ? FITS : FIT_MEMORY;
        b[YEARS] = ridge_num(c, "years");
        b[RESALE] = 0;
        b[KEEP] = b[KIND] == BUY ? ridge_num(c, "keep") * b[PRICE] : 0;
        b[IDLE_KW] = ridge_num(c, "idle") * b[KW];
    }
}

static void draw_row(const struct ridge_case *c, uint64_t seed, size_t k, double *s, double *b, int n)
{
    int kind = (int)ridge_int(c, "kind"), knob = (int)ridge_int(c, "knob");
    seed += k * 0x9e3779b97f4a7c15u;
    for (int j = 0; j < n; j++)
        draw_bid(b + j * BID, &seed);
    if (kind == TIES)
        draw_ties(b, n, &seed);
    if (kind == SAME)
        draw_same(k, b, n, &seed);
    draw_site(s, b, n, knob >= 0 && knob < KNOBS ? knob : kind == MONEY ? 1 + 2 * pick(&seed, 2) : pick(&seed, KNOBS),
              &seed);
    if (kind == MONEY && pick(&seed, 3) == 0)
        s[KNOB] = KNOB_MTOK, s[LO] = 1e2, s[HI] = 1e7;
    for (int j = 0; j < n && (kind == MIXED || kind == MONEY); j++)
        if (pick(&seed, 14) == 0)
            spoil(b + j * BID, &seed);
    for (int j = 0; j < n && kind == REFUSED; j++)
        refuse(k + 17 * (size_t)j, s, b + j * BID);
    if (kind == RATES)
        s[RATE] = k % 4 == 0 ? 0 : k % 4 == 1 ? 1e-12 : k % 4 == 2 ? 1e-9 : 1e-5;
    if (kind == TRIPLE || kind == NARROW)
        draw_star(s, b, n, kind == TRIPLE ? 0 : 2e-5, &seed);
    if (kind == FAN)
        draw_fan(s, b, n, &seed);
    if (kind == ENDS)
        draw_ends(k, s, b, &seed);
    if (kind == RANGES)
        draw_ranges(k, s, b);
    if (kind == LOADS)
        draw_loads(k, s, b);
    if (kind == MARKET)
        given(c, s, b, n);
}

#endif
