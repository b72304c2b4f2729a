/*
 * ref.c: accelerators, bills and turns, the reference solution.
 *
 * A pass has three times, arithmetic, memory and sums, and everything else of fit() is asking them: how many sequences
 * may decode before the step is too long, how many accelerators serve most tokens each. A step grows with its batch, so
 * the batch is found by halving.
 *
 * In the price of a bid, of energy and in the PUE, dollars for a million tokens are a straight line; in the utilisation
 * and in the tokens that pay for a port they are one in the reciprocal. So two values, at both ends, say everything
 * that lies between: from the one to the other bids are straight lines over 0 .. 1, two of which meet once, and the
 * cheapest of many is found by walking from one crossing to the next.
 */
#include "lab.h"

static const double NEAR = 1e-9;

/* --- what fits --- */

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static int is_finite_number(double x)
{
    return isfinite(x) != 0;
}

static int above_zero(double x)
{
    return x > 0 && is_finite_number(x);
}

static int not_below_zero(double x)
{
    return x >= 0 && is_finite_number(x);
}

/* How long a pass of t tokens takes that reads so many bytes, and what it waits for. */
static double pass(const work_t *w, const accel_t *a, int n, double t, double read, int *by)
{
    double flops = 2 * w->active * t / (n * a->peak * a->peak_share), bytes = read / (n * a->bw * a->bw_share);
    double sums = 0, rest = larger(flops, bytes);
    if (n > 1)
        sums = 2 * w->layers * (a->lat + 2 * (n - 1.0) / n * (t * w->width * 2) / a->link);
    *by = sums > rest ? BY_LINK : bytes > flops ? BY_MEMORY : BY_FLOPS;
    return rest + sums;
}

static double prefill(const work_t *w, const accel_t *a, int n, int *by)
{
    return pass(w, a, n, w->prompt, w->bytes * w->params, by);
}

static double step(const work_t *w, const accel_t *a, int n, double batch, int *by)
{
    return pass(w, a, n, batch, w->bytes * w->params + batch * w->kv * (w->prompt + w->answer / 2), by);
}

/* Sequences that n accelerators have room for, whatever they take. */
static double room(const work_t *w, const accel_t *a, int n)
{
    return floor((n * (a->mem - a->reserve) - w->bytes * w->params) / (w->kv * (w->prompt + w->answer)));
}

/* The largest batch from 1 to most that keeps tpot; 1 does. */
static double in_time(const work_t *w, const accel_t *a, int n, double most)
{
    double good = 1, bad = most + 1;
    int by;
    if (step(w, a, n, most, &by) <= w->tpot)
        return most;
    while (bad - good > 1) {
        double half = floor((good + bad) / 2);
        *(step(w, a, n, half, &by) <= w->tpot ? &good : &bad) = half;
    }
    return good;
}

/* What n accelerators do, or why they do not. */
static fit_t fit_of(const work_t *w, const accel_t *a, int n)
{
    fit_t f = { .verdict = FITS, .n = n };
    double most = room(w, a, n), users = floor(w->users);
    f.prefill = prefill(w, a, n, &f.prefill_by);
    if (most < 1)
        f.verdict = FIT_MEMORY;
    else if (!(f.prefill <= w->ttft))
        f.verdict = FIT_TTFT;
    else if (!(step(w, a, n, 1, &f.step_by) <= w->tpot))
        f.verdict = FIT_TPOT;
    if (f.verdict != FITS)
        return f;
    double batch = in_time(w, a, n, most < users ? most : users);
    f.batch = (int64_t)batch;
    f.step = step(w, a, n, batch, &f.step_by);
    f.tok_s = batch * w->answer / (w->answer * f.step + batch * f.prefill);
    f.limit = batch >= users ? LIMIT_USERS : batch >= most ? LIMIT_ROOM : LIMIT_TPOT;
    return f;
}

static int worst_tag(const accel_t *a, int n)
{
    int worst = TAG_MEASURED;
    for (int k = 0; k < (n > 1 ? FACTS : OF_LINK); k++)
        worst = a->tag[k] > worst ? a->tag[k] : worst;
    return worst;
}

int fit(const work_t *w, const accel_t *a, fit_t *out)
{
    int furthest = FIT_MEMORY, most = a->link > 0 ? a->most : 1;
    fit_t best = { .verdict = FIT_MEMORY };
    memset(out, 0, sizeof *out);
    out->verdict = FIT_UNKNOWN;
    if (!(a->mem > 0 && a->peak > 0 && a->bw > 0))
        return FIT_UNKNOWN;
    for (int64_t n = 1; n <= most; n *= 2) {
        fit_t f = fit_of(w, a, (int)n);
        if (f.verdict != FITS)
            furthest = f.verdict > furthest ? f.verdict : furthest;
        else if (best.verdict != FITS || f.tok_s / f.n > best.tok_s / best.n * (1 + NEAR))
            best = f;
    }
    out->verdict = furthest;
    if (best.verdict == FITS) {
        *out = best;
        out->tag = worst_tag(a, best.n);
    }
    return out->verdict;
}

/* --- what an hour costs --- */

static int refused(const site_t *s, const offer_t *o)
{
    if (!above_zero(o->price))
        return NO_PRICE;
    if (!(s->util > 0 && s->util <= 1))
        return NO_UTIL;
    if (o->kind != BUY)
        return OK;
    if (!above_zero(o->years))
        return NO_YEARS;
    if (!(not_below_zero(o->idle_kw) && is_finite_number(o->kw) && o->idle_kw <= o->kw && not_below_zero(s->usd_kwh) &&
          s->pue >= 1 && is_finite_number(s->pue)))
        return NO_POWER;
    if (!(not_below_zero(o->resale) && o->resale <= o->price && not_below_zero(o->keep) && not_below_zero(s->rate)))
        return NO_MONEY;
    return OK;
}

/* A year's payment. 1 - (1 + rate)^-years by expm1, which keeps the digits of a small rate. */
static double annuity(const offer_t *o, double rate)
{
    double off = -expm1(-o->years * log1p(rate));
    if (rate == 0)
        return (o->price - o->resale) / o->years;
    return (o->price - o->resale * (1 - off)) * rate / off;
}

int tco(const site_t *s, const offer_t *o, bill_t *out)
{
    int fault = refused(s, o);
    double idle = 1 - s->util;
    bill_t b = { 0 };
    if (fault)
        return fault;
    if (o->kind == BUY) {
        b.capital = annuity(o, s->rate) / HOURS_YEAR;
        b.power = s->pue * s->usd_kwh * (s->util * o->kw + idle * o->idle_kw);
        b.keep = o->keep / HOURS_YEAR;
        b.idle = idle * (b.capital + b.keep + s->pue * s->usd_kwh * o->idle_kw);
    } else if (o->kind == COMMIT) {
        b.capital = o->price;
        b.idle = idle * o->price;
    } else {
        b.capital = s->util * o->price;
    }
    b.hour = b.capital + b.power + b.keep;
    b.used = b.hour / s->util;
    *out = b;
    return OK;
}

/* --- what a million tokens cost --- */

int usd_per_mtok(const site_t *s, const bid_t *b, double *usd)
{
    bill_t bill;
    double port = b->offer.port;
    int fault = tco(s, &b->offer, &bill);
    if (fault)
        return fault;
    if (b->fit.verdict != FITS || !above_zero(b->fit.tok_s))
        return NO_FIT;
    if (!not_below_zero(port) || (port > 0 && !(s->mtok > 0)))
        return NO_PORT;
    *usd = b->fit.n * bill.used * 1e6 / (3600 * b->fit.tok_s) + (port > 0 ? port / s->mtok : 0);
    return OK;
}

int fleet(const site_t *s, const bid_t *b, double mean, double peak, fleet_t *out)
{
    site_t here = *s;
    fleet_t f;
    if (b->fit.verdict != FITS || !above_zero(b->fit.tok_s))
        return NO_FIT;
    if (!(mean > 0 && mean <= peak && is_finite_number(peak)))
        return NO_LOAD;
    f.copies = (int64_t)ceil(peak / b->fit.tok_s);
    f.accels = f.copies * b->fit.n;
    f.util = mean / ((double)f.copies * b->fit.tok_s);
    here.util = f.util = f.util < 1 ? f.util : 1;
    int fault = usd_per_mtok(&here, b, &f.usd);
    if (!fault)
        *out = f;
    return fault;
}

/* --- which one --- */

static int by_usd(const void *a, const void *b)
{
    const place_t *x = a, *y = b;
    if (x->usd != y->usd)
        return x->usd < y->usd ? -1 : 1;
    return x->bid - y->bid;
}

static int by_place(const void *a, const void *b)
{
    const place_t *x = a, *y = b;
    if (x->place != y->place)
        return x->place && (!y->place || x->place < y->place) ? -1 : 1;
    return x->bid - y->bid;
}

void rank(const site_t *s, const bid_t *b, int n, place_t *out)
{
    int first = 0;
    for (int k = 0; k < n; k++) {
        out[k] = (place_t){ .bid = k, .usd = INFINITY };
        out[k].fault = usd_per_mtok(s, &b[k], &out[k].usd);
    }
    if (n > 1)
        qsort(out, (size_t)n, sizeof *out, by_usd);
    for (int k = 0; k < n && !out[k].fault; k++) {
        if (out[k].usd > out[first].usd * (1 + NEAR))
            first = k;
        out[k].place = first + 1;
    }
    if (n > 1)
        qsort(out, (size_t)n, sizeof *out, by_place);
}

/* --- when the answer turns --- */

/* Dollars of a bid with the knob at x; `moved`: its own price is the knob. */
static int cost_at(const site_t *s, const bid_t *b, int knob, int moved, double x, double *usd)
{
    site_t here = *s;
    bid_t bid = *b;
    if (knob == KNOB_PRICE && moved)
        bid.offer.price = x;
    else if (knob == KNOB_UTIL)
        here.util = x;
    else if (knob == KNOB_KWH)
        here.usd_kwh = x;
    else if (knob == KNOB_PUE)
        here.pue = x;
    else if (knob == KNOB_MTOK)
        here.mtok = x;
    return usd_per_mtok(&here, &bid, usd);
}

/* The knob's value at t of 0 .. 1 between its ends, where costs are straight lines. */
static double knob_at(int knob, double lo, double hi, double t)
{
    if (knob == KNOB_UTIL || knob == KNOB_MTOK)
        return lo * hi / (hi + t * (lo - hi));
    return lo + t * (hi - lo);
}

static int is_range(double lo, double hi)
{
    return lo < hi && is_finite_number(lo) && is_finite_number(hi);
}

static int cheaper(double a, double b)
{
    if (fabs(a - b) <= NEAR * larger(a, b))
        return 0;
    return a < b ? -1 : 1;
}

int crossover(const site_t *s, int knob, double lo, double hi, const bid_t b[2], turn_t *out)
{
    double end[2][2];
    turn_t t = { .at = INFINITY };
    if (!is_range(lo, hi))
        return NO_RANGE;
    for (int k = 0; k < 4; k++) {
        int fault = cost_at(s, &b[k % 2], knob, k % 2 == 0, k < 2 ? lo : hi, &end[k / 2][k % 2]);
        if (fault)
            return fault;
    }
    t.below = cheaper(end[0][0], end[0][1]);
    t.above = cheaper(end[1][0], end[1][1]);
    t.turns = t.below * t.above < 0;
    if (t.turns) {
        double before = end[0][0] - end[0][1], after = end[1][0] - end[1][1];
        t.at = knob_at(knob, lo, hi, before / (before - after));
    }
    *out = t;
    return OK;
}

/* A bid along the way: dollars at its beginning and at its end. */
typedef struct {
    double lo, hi;
    int plays;
} line_t;

static double along(const line_t *l, double t)
{
    return l->lo + t * (l->hi - l->lo);
}

/* Who is cheapest at the beginning, to the bit, for of three that lie 6e-10 apart the outer ones are not equal; of equal
 * ones who ends lower, then the first. -1 if nobody plays. */
static int first_leader(const line_t *l, int n)
{
    int best = -1;
    for (int k = 0; k < n; k++)
        if (l[k].plays &&
            (best < 0 || l[k].lo < l[best].lo || (l[k].lo == l[best].lo && cheaper(l[k].hi, l[best].hi) < 0)))
            best = k;
    return best;
}

/* Who of those that end below the leader meets him first after *t, and where; -1 if nobody does. */
static int next_leader(const line_t *l, int n, int leader, double *t)
{
    int next = -1;
    double first = 1;
    for (int k = 0; k < n; k++) {
        if (!l[k].plays || cheaper(l[k].hi, l[leader].hi) >= 0)
            continue;
        double before = along(&l[k], *t) - along(&l[leader], *t), after = l[k].hi - l[leader].hi;
        double at = before > 0 ? *t + (1 - *t) * before / (before - after) : *t;
        if (next < 0 || at < first || (at == first && l[k].hi < l[next].hi))
            next = k, first = at;
    }
    *t = first;
    return next;
}

/* The least index of those that cost as much as the leader at both ends of a stretch. */
static int spokesman(const line_t *l, int leader, double t0, double t1)
{
    for (int k = 0; k < leader; k++)
        if (l[k].plays && !cheaper(along(&l[k], t0), along(&l[leader], t0)) &&
            !cheaper(along(&l[k], t1), along(&l[leader], t1)))
            return k;
    return leader;
}

int turns(const site_t *s, int knob, int which, double lo, double hi, const bid_t *b, int n, stretch_t *out)
{
    line_t l[MOST_BIDS];
    int count = 0;
    double from = lo;
    if (!is_range(lo, hi))
        return 0;
    for (int k = 0; k < n; k++)
        l[k].plays = !cost_at(s, &b[k], knob, k == which, lo, &l[k].lo) &&
                     !cost_at(s, &b[k], knob, k == which, hi, &l[k].hi);
    double t0 = 0, t1 = 0;
    for (int leader = first_leader(l, n), next; leader >= 0; leader = next, t0 = t1) {
        next = next_leader(l, n, leader, &t1);
        double to = next < 0 ? hi : knob_at(knob, lo, hi, t1);
        int bid = spokesman(l, leader, t0, t1);
        if (to - from < NEAR * (hi - lo))
            continue;
        if (count && out[count - 1].bid == bid)
            out[count - 1].to = to;
        else
            out[count++] = (stretch_t){ bid, from, to };
        from = to;
    }
    if (count)
        out[count - 1].to = hi;
    return count;
}
