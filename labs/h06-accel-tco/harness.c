/*
 * harness.c: calls the learner's functions on rows of figures, in the order of lab.h's structs. A row of `rows` is a
 * work and an accelerator; one of `sites` a site, a knob with its range and a load; `bids` are N rows for each site.
 */
#include <ridge/frame.h>

#include "lab.h"

enum { ROW = 24, SITE = 11, BID = 11, FIT = 11, BILL = 7, FLEET = 5, PLACE = 4, TURN = 5, STRETCH = 3 };

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

static bid_t bid(const double *r)
{
    return (bid_t){ .offer = { (int)r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7] },
                    .fit = { .verdict = (int)r[8], .n = (int)r[9], .tok_s = r[10] } };
}

static site_t site(const double *r)
{
    return (site_t){ r[0], r[1], r[2], r[3], r[4] };
}

static int bids(const double *r, uint64_t n, bid_t *out)
{
    for (uint64_t k = 0; k < n; k++)
        out[k] = bid(r + k * BID);
    return (int)n;
}

/* rows | fits [R][FIT]: what is returned, then fit_t */
HARNESS(fit)
{
    const double *r = f->buf[0];
    double *out = f->buf[1];
    for (uint64_t k = 0; k < f->count[0] / ROW; k++, r += ROW, out += FIT) {
        work_t w = { r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8], r[9], r[10] };
        accel_t a = { r[11], r[12], r[13], r[14], r[15], r[16], r[17], r[18], (int)r[19],
                      { (int)r[20], (int)r[21], (int)r[22], (int)r[23] } };
        fit_t g;
        memset(&g, 0x5a, sizeof g);
        out[0] = fit(&w, &a, &g);
        const double all[] = { g.verdict, g.n, (double)g.batch, g.prefill, g.step, g.tok_s, g.prefill_by, g.step_by,
                               g.limit, g.tag };
        memcpy(out + 1, all, sizeof all);
    }
}

/* sites, bids of which the first of each counts | bills [R][BILL]; -1 in what is left as it is */
HARNESS(tco)
{
    const double *s = f->buf[0], *b = f->buf[1];
    double *out = f->buf[2];
    uint64_t R = f->count[0] / SITE, N = f->count[1] / BID / R;
    for (uint64_t k = 0; k < R; k++, s += SITE, b += N * BID, out += BILL) {
        site_t here = site(s);
        bid_t first = bid(b);
        bill_t t = { -1, -1, -1, -1, -1, -1 };
        out[0] = tco(&here, &first.offer, &t);
        memcpy(out + 1, &t, sizeof t);
    }
}

/* sites, bids | costs [R][2] */
HARNESS(usd_per_mtok)
{
    const double *s = f->buf[0], *b = f->buf[1];
    double *out = f->buf[2];
    uint64_t R = f->count[0] / SITE, N = f->count[1] / BID / R;
    for (uint64_t k = 0; k < R; k++, s += SITE, b += N * BID, out += 2) {
        site_t here = site(s);
        bid_t first = bid(b);
        out[1] = -1;
        out[0] = usd_per_mtok(&here, &first, &out[1]);
    }
}

/* sites, bids | fleets [R][FLEET] */
HARNESS(fleet)
{
    const double *s = f->buf[0], *b = f->buf[1];
    double *out = f->buf[2];
    uint64_t R = f->count[0] / SITE, N = f->count[1] / BID / R;
    for (uint64_t k = 0; k < R; k++, s += SITE, b += N * BID, out += FLEET) {
        site_t here = site(s);
        bid_t first = bid(b);
        fleet_t t = { -1, -1, -1, -1 };
        out[0] = fleet(&here, &first, s[9], s[10], &t);
        const double all[] = { (double)t.copies, (double)t.accels, t.util, t.usd };
        memcpy(out + 1, all, sizeof all);
    }
}

static void write_places(const site_t *s, const bid_t *b, int n, double *out)
{
    place_t p[MOST_BIDS];
    rank(s, b, n, p);
    for (int k = 0; k < n; k++, out += PLACE)
        out[0] = p[k].bid, out[1] = p[k].place, out[2] = p[k].fault, out[3] = p[k].usd;
}

static void write_turn(const site_t *s, const double *r, const bid_t *b, double *out)
{
    turn_t t = { -9, -9, -9, -9 };
    out[0] = crossover(s, (int)r[5], r[7], r[8], b, &t);
    out[1] = t.below, out[2] = t.above, out[3] = t.turns, out[4] = t.at;
}

/* How many stretches; what lies behind them is 0. */
static int write_stretches(const site_t *s, const double *r, const bid_t *b, int n, double *out)
{
    stretch_t t[MOST_BIDS];
    int count = turns(s, (int)r[5], (int)r[6], r[7], r[8], b, n, t);
    for (int k = 0; k < n; k++, out += STRETCH) {
        int there = k < count;
        out[0] = there ? t[k].bid : 0, out[1] = there ? t[k].from : 0, out[2] = there ? t[k].to : 0;
    }
    return count;
}

/* sites, bids [R][N][BID] | places [R][N][PLACE] */
HARNESS(rank)
{
    const double *s = f->buf[0], *b = f->buf[1];
    double *out = f->buf[2];
    uint64_t R = f->count[0] / SITE, N = f->count[1] / BID / R;
    for (uint64_t k = 0; k < R; k++, s += SITE, b += N * BID, out += N * PLACE) {
        site_t here = site(s);
        bid_t all[MOST_BIDS];
        write_places(&here, all, bids(b, N, all), out);
    }
}

/* sites, bids of which the first two of each count | crossings [R][TURN] */
HARNESS(crossover)
{
    const double *s = f->buf[0], *b = f->buf[1];
    double *out = f->buf[2];
    uint64_t R = f->count[0] / SITE, N = f->count[1] / BID / R;
    for (uint64_t k = 0; k < R; k++, s += SITE, b += N * BID, out += TURN) {
        site_t here = site(s);
        bid_t two[2] = { bid(b), bid(b + BID) };
        write_turn(&here, s, two, out);
    }
}

/* sites, bids | counts [R], stretches [R][N][STRETCH] */
HARNESS(turns)
{
    const double *s = f->buf[0], *b = f->buf[1];
    int32_t *count = f->buf[2];
    double *out = f->buf[3];
    uint64_t R = f->count[0] / SITE, N = f->count[1] / BID / R;
    for (uint64_t k = 0; k < R; k++, s += SITE, b += N * BID, out += N * STRETCH) {
        site_t here = site(s);
        bid_t all[MOST_BIDS];
        count[k] = write_stretches(&here, s, all, bids(b, N, all), out);
    }
}

/* All money of a site and its bids times `by`. */
static void in_money(site_t *s, bid_t *b, int n, double by)
{
    s->usd_kwh *= by;
    for (int k = 0; k < n; k++) {
        b[k].offer.price *= by;
        b[k].offer.resale *= by;
        b[k].offer.keep *= by;
        b[k].offer.port *= by;
    }
}

/* sites, bids, N at least 2 | twice [R][2][N*PLACE + TURN + 1 + N*STRETCH]: in dollars, and in another money, of which
 * one has 2^`shift` times as many */
HARNESS(other_money)
{
    const double *s = f->buf[0], *b = f->buf[1];
    double *out = f->buf[2];
    uint64_t R = f->count[0] / SITE, N = f->count[1] / BID / R;
    for (uint64_t k = 0; k < 2 * R; k++, out += N * PLACE + TURN + 1 + N * STRETCH) {
        const double *row = s + k / 2 * SITE;
        site_t here = site(row);
        bid_t all[MOST_BIDS];
        int n = bids(b + k / 2 * N * BID, N, all);
        if (k % 2)
            in_money(&here, all, n, ldexp(1, (int)f->i[0]));
        write_places(&here, all, n, out);
        write_turn(&here, row, all, out + N * PLACE);
        out[N * PLACE + TURN] = write_stretches(&here, row, all, n, out + N * PLACE + TURN + 1);
    }
}
