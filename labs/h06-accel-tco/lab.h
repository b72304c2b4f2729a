/*
 * lab.h: the interface of h06-accel-tco. You write tco.c: what an accelerator can do for one workload, what an hour of
 * it costs, what a million tokens cost, and at which price the answer turns. This header is the whole contract.
 *
 * Bytes, FLOP, seconds, dollars, kilowatts; a multiply-add is two FLOP. Every price is an argument: a number of dollars
 * has no place in tco.c, nor has a number of any other currency. Relative errors of 1e-9 are right everywhere.
 */
#ifndef H06_LAB_H
#define H06_LAB_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* --- part A: what fits, and how fast it is -------------------------------------------------------------- */

/* What is served. It is the same on whatever it is served. */
typedef struct {
    double params, active; /* weights that are held; those of them that a token is multiplied with */
    double bytes;          /* of one weight */
    double layers, width;
    double kv;             /* bytes of cache of one token */
    double prompt, answer; /* tokens of a request; both at least 1 */
    double ttft, tpot;     /* seconds that a prompt and that a decoding step may take; INFINITY: no promise */
    double users;          /* sequences that are there at once; a whole number, at least 1 */
} work_t;

/* Where a figure comes from, from the best source to the worst. */
enum { TAG_MEASURED, TAG_SPEC, TAG_APPROX };
enum { OF_MEM, OF_PEAK, OF_BW, OF_LINK, FACTS };

typedef struct {
    double mem, reserve;         /* bytes of one accelerator; those of them that are not for weights and cache */
    double peak, bw;             /* dense FLOP/s in the work's format, B/s; 0 where nobody publishes one */
    double link, lat;            /* B/s to its neighbours, one way, and seconds of a sum; link 0: it stands alone */
    double peak_share, bw_share; /* what software reaches of peak and bw, above 0, at most 1 */
    int most;                    /* accelerators that may hold one copy of the model; at least 1 */
    int tag[FACTS];              /* of mem, peak, bw, link */
} accel_t;

/* Why it does not work, in the order in which it is found out. */
enum { FITS, FIT_UNKNOWN, FIT_MEMORY, FIT_TTFT, FIT_TPOT };
/* What a pass waits for, and what limits the batch; of equal ones the first. */
enum { BY_FLOPS, BY_MEMORY, BY_LINK };
enum { LIMIT_USERS, LIMIT_ROOM, LIMIT_TPOT };

typedef struct {
    int verdict;
    int n;                 /* accelerators of one copy */
    int64_t batch;         /* sequences that decode together */
    double prefill, step;  /* seconds of one prompt, and of a decoding step of that batch */
    double tok_s;          /* tokens of answers a second, of the copy */
    int prefill_by, step_by, limit;
    int tag;               /* the worst of the facts that were used; that of the link only for n > 1 */
} fit_t;

/*
 * The best way to serve w on a. A mem, a peak or a bw that is not above 0 (or is no number): FIT_UNKNOWN.
 * Of n accelerators, where n is 1, 2, 4, ... up to most, and 1 alone for link 0:
 *
 *   a pass of t tokens that reads B bytes takes the longer of
 *         2 * active * t / (n * peak * peak_share)      and      B / (n * bw * bw_share)
 *     and then its sums, nothing for n = 1: two a layer, each lat + 2 * (n-1)/n * (t * width * 2) / link
 *   prefill   t = prompt, B = all weights
 *   step      t = batch,  B = all weights + batch * kv * (prompt + answer / 2)
 *   batch     the largest whole number of sequences, each of which holds kv * (prompt + answer) bytes, that
 *             n * (mem - reserve) has room for besides the weights, that is no more than users, and whose step is
 *             no longer than tpot
 *   tok_s     batch * answer / (answer * step + batch * prefill): the same machine computes the prompts
 *
 * An n will do if it has room for one sequence, its prefill is no longer than ttft, and a step of batch 1 is no longer
 * than tpot. Taken is the n with the most tokens for each accelerator: walking upwards, a larger n only if its tok_s/n
 * is more than 1e-9 above that of the n taken so far, relative to it. If none will do: FIT_MEMORY if none has room;
 * else FIT_TTFT if none of those that have room keeps ttft; else FIT_TPOT.
 * A pass waits BY_LINK if its sums take longer than the rest of it. The batch has LIMIT_USERS if it is users, else
 * LIMIT_ROOM if no more would have room, else LIMIT_TPOT.
 * Returns the verdict, and *out has it too; where it is not FITS, all else in *out is 0.
 */
int fit(const work_t *w, const accel_t *a, fit_t *out);

/* --- part B: what an hour costs -------------------------------------------------------------------------- */

/* What is the same for all offers. */
typedef struct {
    double util;    /* share of its hours in which an accelerator works; above 0, at most 1 */
    double usd_kwh, pue;
    double rate;    /* what money costs a year: 0.08 is eight per cent */
    double mtok;    /* millions of tokens that will be served in all: a port is paid by them */
} site_t;

enum { BUY, COMMIT, DEMAND }; /* owned; rented for every hour of a term; rented for the hours in which it works */

typedef struct {
    int kind;
    double price;          /* BUY: one accelerator with its share of the server; else an hour of one */
    double years, resale;  /* BUY: how long it is used, and what it then sells for */
    double kw, idle_kw;    /* BUY: power with its share of the server, at work and not */
    double keep;           /* BUY: a year's place, repairs, hands */
    double port;           /* paid once, until the work runs on it */
} offer_t;

enum { HOURS_YEAR = 8766 };

/* Why there is no answer. */
enum { OK, NO_PRICE, NO_UTIL, NO_YEARS, NO_POWER, NO_MONEY, NO_FIT, NO_PORT, NO_LOAD, NO_RANGE };

/* Dollars of one accelerator: three parts and their sum for an hour that passes, and what an hour at work costs. */
typedef struct {
    double capital, power, keep, hour;
    double used; /* hour / util */
    double idle; /* of hour, what is paid for the time in which it does not work */
} bill_t;

/*
 * The first of these that holds is returned, and *out is left as it is. A value that is no number fails its rule, and
 * so does INFINITY.
 *   NO_PRICE  price is not above 0: nobody has entered one
 *   NO_UTIL   util is not above 0, or above 1
 *   NO_YEARS  BUY: years is not above 0
 *   NO_POWER  BUY: idle_kw below 0 or above kw, usd_kwh below 0, pue below 1
 *   NO_MONEY  BUY: resale below 0 or above price, keep below 0, rate below 0
 * Else OK. For BUY
 *   capital   the annuity, equal payments at the end of each year that are worth price - resale * (1+rate)^-years
 *             today: that times rate / (1 - (1+rate)^-years), and (price - resale) / years for rate 0. An hour has a
 *             HOURS_YEAR-th of it. Right to 1e-9 for a rate of 1e-12, too
 *   power     pue * usd_kwh * (util * kw + (1 - util) * idle_kw)
 *   keep      a HOURS_YEAR-th of keep
 *   idle      (1 - util) of capital, keep and pue * usd_kwh * idle_kw
 * For COMMIT capital is price, and idle (1 - util) of it; for DEMAND capital is util * price, and idle 0. Power and
 * place are their owner's, and power and keep are 0.
 */
int tco(const site_t *s, const offer_t *o, bill_t *out);

/* --- part C: what a million tokens cost ------------------------------------------------------------------ */

/* An accelerator as somebody offers it, and what it does for the work. */
typedef struct {
    offer_t offer;
    fit_t fit; /* verdict, n and tok_s are read */
} bid_t;

/*
 * Dollars for a million tokens of answers: n accelerators for as long as they take, and port / mtok. What tco() refuses
 * is refused; then NO_FIT if the verdict is not FITS or tok_s is not above 0; then NO_PORT if port is below 0, or above
 * 0 with an mtok that is not above 0. No number and INFINITY are no tok_s and no port. *usd is left as it is where
 * there is no answer.
 */
int usd_per_mtok(const site_t *s, const bid_t *b, double *usd);

typedef struct {
    int64_t copies, accels;
    double util, usd; /* how much of the time they work, and dollars for a million tokens at that util */
} fleet_t;

/*
 * Whole copies for a load of `mean` tokens a second on average and `peak` at its height: as few as carry the peak. util
 * is the mean over what they could do, and takes the place of s->util. NO_FIT as above; NO_LOAD unless 0 < mean <= peak
 * and peak is finite; then what usd_per_mtok() refuses at that util. *out is left as it is where there is no answer.
 */
int fleet(const site_t *s, const bid_t *b, double mean, double peak, fleet_t *out);

/* --- part D: which one, and when the answer turns --------------------------------------------------------- */

enum { MOST_BIDS = 64 };

typedef struct {
    int bid, place, fault; /* which; its place from 1 on; 0 and the fault where it has no price */
    double usd;            /* INFINITY where it has none */
} place_t;

/*
 * All n bids (0 .. MOST_BIDS) in the order of their places, of one place in the order of their index. From the cheapest
 * on, whoever costs at most 1e-9 more than the FIRST of a place shares it, and the next place counts those before it:
 * 1, 1, 3. Bids without an answer stand at the end, by index.
 */
void rank(const site_t *s, const bid_t *b, int n, place_t *out);

/* What is moved, while all else stays: the price of one bid, or a field of the site. */
enum { KNOB_PRICE, KNOB_UTIL, KNOB_KWH, KNOB_PUE, KNOB_MTOK };

typedef struct {
    int below, above; /* who is cheaper at lo, and at hi: -1 bid 0, 1 bid 1; 0: within 1e-9 of the dearer */
    int turns;        /* 1: one is cheaper at lo, the other at hi */
    double at;        /* where both cost the same; INFINITY if it does not turn */
} turn_t;

/*
 * Where between lo and hi the choice between bid 0 and bid 1 turns; KNOB_PRICE is bid 0's. In each knob or in its
 * reciprocal the difference of their costs is a straight line: there is one such place, none, or they cost the same
 * everywhere.
 * NO_RANGE unless lo < hi, both finite. Then what usd_per_mtok() refuses: bid 0 at lo, bid 1 at lo, bid 0 at hi, bid 1
 * at hi, in this order. *out is left as it is where there is no answer.
 */
int crossover(const site_t *s, int knob, double lo, double hi, const bid_t b[2], turn_t *out);

typedef struct {
    int bid;         /* the cheapest from .. to */
    double from, to;
} stretch_t;

/*
 * The cheapest of n bids for every value from lo to hi: the stretches in rising order, without a gap from lo to hi, two
 * neighbours of different bids. KNOB_PRICE moves the price of bid `which`. A bid without an answer at lo or at hi takes
 * no part. Of bids that cost the same over a whole stretch (within 1e-9) it is that of the least index, and a stretch
 * shorter than 1e-9 of hi - lo is none. out has room for n. Returns how many there are; 0 if nobody takes part, or
 * unless lo < hi, both finite.
 */
int turns(const site_t *s, int knob, int which, double lo, double hi, const bid_t *b, int n, stretch_t *out);

#endif
