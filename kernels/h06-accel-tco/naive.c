/*
 * naive.c: the same without any thought about lines. A batch is found by counting upwards, a turn by halving the range
 * until nothing is left of it, and the cheapest of many by asking at the middle between any two turns of any two.
 */
#include "lab.h"

static double most_of(double a, double b)
{
    return a > b ? a : b;
}

static double sums(const work_t *w, const accel_t *a, int n, double t)
{
    return n == 1 ? 0 : 2 * w->layers * (a->lat + 2 * (n - 1.0) / n * (t * w->width * 2) / a->link);
}

static double flops_time(const work_t *w, const accel_t *a, int n, double t)
{
    return 2 * w->active * t / (n * a->peak * a->peak_share);
}

static double bytes_time(const work_t *w, const accel_t *a, int n, double cached)
{
    return (w->bytes * w->params + cached) / (n * a->bw * a->bw_share);
}

static double pass_time(const work_t *w, const accel_t *a, int n, double t, double cached)
{
    return most_of(flops_time(w, a, n, t), bytes_time(w, a, n, cached)) + sums(w, a, n, t);
}

static int waits(const work_t *w, const accel_t *a, int n, double t, double cached)
{
    double f = flops_time(w, a, n, t), b = bytes_time(w, a, n, cached);
    return sums(w, a, n, t) > most_of(f, b) ? BY_LINK : b > f ? BY_MEMORY : BY_FLOPS;
}

static double cache(const work_t *w, double batch)
{
    return batch * w->kv * (w->prompt + w->answer / 2);
}

static int try_n(const work_t *w, const accel_t *a, int n, fit_t *f)
{
    double room = n * (a->mem - a->reserve) - w->bytes * w->params, each = w->kv * (w->prompt + w->answer), batch = 1;
    memset(f, 0, sizeof *f);
    f->n = n;
    f->prefill = pass_time(w, a, n, w->prompt, 0);
    if (room < each)
        return f->verdict = FIT_MEMORY;
    if (f->prefill > w->ttft)
        return f->verdict = FIT_TTFT;
    if (pass_time(w, a, n, 1, cache(w, 1)) > w->tpot)
        return f->verdict = FIT_TPOT;
    while (batch + 1 <= w->users && (batch + 1) * each <= room &&
           pass_time(w, a, n, batch + 1, cache(w, batch + 1)) <= w->tpot)
        batch++;
    f->batch = (int64_t)batch;
    f->step = pass_time(w, a, n, batch, cache(w, batch));
    f->tok_s = batch * w->answer / (w->answer * f->step + batch * f->prefill);
    f->prefill_by = waits(w, a, n, w->prompt, 0);
    f->step_by = waits(w, a, n, batch, cache(w, batch));
    f->limit = batch + 1 > w->users ? LIMIT_USERS : (batch + 1) * each > room ? LIMIT_ROOM : LIMIT_TPOT;
    for (int k = 0; k < FACTS; k++)
        if (a->tag[k] > f->tag && (k != OF_LINK || n > 1))
            f->tag = a->tag[k];
    return FITS;
}

int fit(const work_t *w, const accel_t *a, fit_t *out)
{
    fit_t f;
    memset(out, 0, sizeof *out);
    if (!(a->mem > 0) || !(a->peak > 0) || !(a->bw > 0))
        return out->verdict = FIT_UNKNOWN;
    out->verdict = FIT_MEMORY;
    for (int n = 1; n <= (a->link > 0 ? a->most : 1); n *= 2) {
        int verdict = try_n(w, a, n, &f);
        if (verdict == FITS && (out->n == 0 || f.tok_s / n > out->tok_s / out->n * (1 + 1e-9)))
            *out = f;
        else if (out->n == 0 && verdict > out->verdict)
            out->verdict = verdict;
    }
    return out->verdict;
}

/* --- bills --- */

static int is_bad_amount(double x)
{
    return !(x >= 0) || isinf(x);
}

static int refused(const site_t *s, const offer_t *o)
{
    if (is_bad_amount(o->price) || o->price == 0)
        return NO_PRICE;
    if (!(s->util > 0) || s->util > 1)
        return NO_UTIL;
    if (o->kind != BUY)
        return OK;
    if (is_bad_amount(o->years) || o->years == 0)
        return NO_YEARS;
    if (is_bad_amount(o->idle_kw) || is_bad_amount(o->kw) || o->idle_kw > o->kw || is_bad_amount(s->usd_kwh) ||
        is_bad_amount(s->pue) || s->pue < 1)
        return NO_POWER;
    if (is_bad_amount(o->resale) || o->resale > o->price || is_bad_amount(o->keep) || is_bad_amount(s->rate))
        return NO_MONEY;
    return OK;
}

int tco(const site_t *s, const offer_t *o, bill_t *out)
{
    int fault = refused(s, o);
    double grown = expm1(o->years * log1p(s->rate)), idle = 1 - s->util;
    bill_t b = { 0 };
    if (fault)
        return fault;
    if (o->kind == BUY) {
        /* what is lost of the price, and interest on all of it */
        double year = s->rate > 0 ? (o->price - o->resale) * s->rate * (1 + 1 / grown) + o->resale * s->rate
                                  : (o->price - o->resale) / o->years;
        b.capital = year / HOURS_YEAR;
        b.keep = o->keep / HOURS_YEAR;
        b.power = s->util * o->kw * s->usd_kwh * s->pue + idle * o->idle_kw * s->usd_kwh * s->pue;
        b.idle = idle * b.capital + idle * b.keep + idle * o->idle_kw * s->usd_kwh * s->pue;
    } else {
        b.capital = o->kind == COMMIT ? o->price : o->price * s->util;
        b.idle = o->kind == COMMIT ? o->price * idle : 0;
    }
    b.hour = b.capital + b.power + b.keep;
    b.used = b.hour / s->util;
    *out = b;
    return OK;
}

int usd_per_mtok(const site_t *s, const bid_t *b, double *usd)
{
    bill_t bill;
    int fault = tco(s, &b->offer, &bill);
    if (fault)
        return fault;
    if (b->fit.verdict != FITS || is_bad_amount(b->fit.tok_s) || b->fit.tok_s == 0)
        return NO_FIT;
    if (is_bad_amount(b->offer.port) || (b->offer.port > 0 && !(s->mtok > 0)))
        return NO_PORT;
    double hours = 1e6 / b->fit.tok_s / 3600;
    *usd = bill.used * b->fit.n * hours + (b->offer.port > 0 ? b->offer.port / s->mtok : 0);
    return OK;
}

int fleet(const site_t *s, const bid_t *b, double mean, double peak, fleet_t *out)
{
    site_t here = *s;
    fleet_t f = { .copies = 1 };
    if (b->fit.verdict != FITS || is_bad_amount(b->fit.tok_s) || b->fit.tok_s == 0)
        return NO_FIT;
    if (!(mean > 0) || !(peak >= mean) || isinf(peak))
        return NO_LOAD;
    while ((double)f.copies < peak / b->fit.tok_s)
        f.copies++;
    f.accels = f.copies * b->fit.n;
    f.util = here.util = mean / (double)f.copies / b->fit.tok_s;
    int fault = usd_per_mtok(&here, b, &f.usd);
    if (!fault)
        *out = f;
    return fault;
}

/* --- places --- */

void rank(const site_t *s, const bid_t *b, int n, place_t *out)
{
    double usd[MOST_BIDS];
    int fault[MOST_BIDS], given = 0, rest = 0;
    for (int k = 0; k < n; k++)
        rest += (fault[k] = usd_per_mtok(s, &b[k], &usd[k])) != OK;
    for (int k = 0, bad = n - rest; k < n; k++)
        if (fault[k])
            out[bad++] = (place_t){ k, 0, fault[k], INFINITY };
    while (given < n - rest) {
        int first = -1, place = given + 1;
        for (int k = 0; k < n; k++)
            if (!fault[k] && (first < 0 || usd[k] < usd[first]))
                first = k;
        double least = usd[first];
        for (int k = 0; k < n; k++)
            if (!fault[k] && usd[k] <= least * (1 + 1e-9)) {
                out[given++] = (place_t){ k, place, OK, usd[k] };
                usd[k] = INFINITY;
                fault[k] = -1; /* has its place */
            }
    }
}

/* --- turns --- */

static int cost(const site_t *s, const bid_t *b, int knob, int own, double x, double *usd)
{
    site_t here = *s;
    bid_t bid = *b;
    double *field[] = { own ? &bid.offer.price : usd, &here.util, &here.usd_kwh, &here.pue, &here.mtok };
    *field[knob] = x;
    return usd_per_mtok(&here, &bid, usd);
}

static int sign(double a, double b)
{
    return fabs(a - b) <= 1e-9 * most_of(a, b) ? 0 : a < b ? -1 : 1;
}

/* Where between lo and hi a, cheaper or dearer at lo, is the other at hi. */
static double meet(const site_t *s, int knob, int which, double lo, double hi, const bid_t *b, int i, int j)
{
    double x = 0, y = 0;
    (void)(cost(s, &b[i], knob, i == which, lo, &x) + cost(s, &b[j], knob, j == which, lo, &y));
    int below = x < y;
    for (int k = 0; k < 200; k++) {
        double half = lo + (hi - lo) / 2;
        (void)(cost(s, &b[i], knob, i == which, half, &x) + cost(s, &b[j], knob, j == which, half, &y));
        *((x < y) == below ? &lo : &hi) = half;
    }
    return hi;
}

int crossover(const site_t *s, int knob, double lo, double hi, const bid_t b[2], turn_t *out)
{
    double usd[4];
    if (!(lo < hi) || isinf(lo) || isinf(hi))
        return NO_RANGE;
    for (int k = 0; k < 4; k++) {
        int fault = cost(s, &b[k % 2], knob, k % 2 == 0, k < 2 ? lo : hi, &usd[k]);
        if (fault)
            return fault;
    }
    *out = (turn_t){ sign(usd[0], usd[1]), sign(usd[2], usd[3]), 0, INFINITY };
    out->turns = out->below * out->above == -1;
    if (out->turns)
        out->at = meet(s, knob, 0, lo, hi, b, 0, 1);
    return OK;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static int cheapest(const site_t *s, int knob, int which, double x, const bid_t *b, int n, const int *plays)
{
    double usd[MOST_BIDS], least = INFINITY;
    for (int k = 0; k < n; k++)
        if (plays[k] && !cost(s, &b[k], knob, k == which, x, &usd[k]) && usd[k] < least)
            least = usd[k];
    for (int k = 0; k < n; k++)
        if (plays[k] && sign(usd[k], least) == 0)
            return k;
    return -1;
}

int turns(const site_t *s, int knob, int which, double lo, double hi, const bid_t *b, int n, stretch_t *out)
{
    static double at[MOST_BIDS * MOST_BIDS];
    double low[MOST_BIDS], high[MOST_BIDS], from = lo;
    int plays[MOST_BIDS], cuts = 0, count = 0;
    if (!(lo < hi) || isinf(lo) || isinf(hi))
        return 0;
    for (int k = 0; k < n; k++)
        plays[k] = !cost(s, &b[k], knob, k == which, lo, &low[k]) && !cost(s, &b[k], knob, k == which, hi, &high[k]);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++)
            if (plays[i] && plays[j] && sign(low[i], low[j]) * sign(high[i], high[j]) < 0)
                at[cuts++] = meet(s, knob, which, lo, hi, b, i, j);
    at[cuts++] = hi;
    qsort(at, (size_t)cuts, sizeof *at, by_size);
    for (int k = 0; k < cuts; k++) {
        double to = at[k];
        int best = to - from < 1e-9 * (hi - lo) ? -1 : cheapest(s, knob, which, from + (to - from) / 2, b, n, plays);
        if (best < 0)
            continue;
        if (count && out[count - 1].bid == best)
            out[count - 1].to = to;
        else
            out[count++] = (stretch_t){ best, from, to };
        from = to;
    }
    if (count)
        out[count - 1].to = hi;
    return count;
}
