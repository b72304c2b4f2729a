/*
 * oracle.c: every figure of lab.h once more, in long double and as plainly as it can be said: the batch by counting in
 * halves of what is left, all n one after the other, bills by parts, who is cheapest from all crossings of all pairs.
 * Nothing is shared with the reference. What it is asked about is drawn.h's.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

#include "drawn.h"

typedef long double wide;
static const wide NEAR = 1e-9L;

static int is_close(double got, wide want)
{
    if (isinf(want) || !isfinite(got))
        return (wide)got == want;
    return fabsl(got - want) <= NEAR * fabsl(want);
}

static int say(struct ridge_verdict *v, const char *what, double got, wide want, const char *of)
{
    v->pass = 0;
    snprintf(v->message, sizeof v->message, "mismatch: %s is %.12g, expected %.12g (%s)", what, got, (double)want, of);
    return 0;
}

static int whole(struct ridge_verdict *v, const char *const *name, const double *got, const wide *want, int n,
                 const char *of)
{
    for (int k = 0; k < n; k++)
        if (!is_close(got[k], want[k]))
            return say(v, name[k], got[k], want[k], of);
    return 1;
}

/* --- what fits ----------------------------------------------------------------------------------------------- */

static wide time_of(const double *r, wide n, wide t, wide read, int *by)
{
    wide part[3] = { 2 * (wide)r[ACTIVE] * t / n / r[PEAK] / r[PEAK_SHARE], read / n / r[BW] / r[BW_SHARE], 0 };
    wide each = r[LAT] + (wide)r[WIDTH] * 2 * t / n * (n - 1) * 2 / r[LINK];
    if (n > 1)
        part[2] = r[LAYERS] * each + r[LAYERS] * each;
    wide rest = part[1] > part[0] ? part[1] : part[0];
    *by = part[2] > rest ? 2 : part[1] > part[0];
    return rest + part[2];
}

static wide step_of(const double *r, wide n, wide batch, int *by)
{
    wide read = (wide)r[BYTES] * r[PARAMS] + batch * r[KV] * ((wide)r[PROMPT] + (wide)r[ANSWER] / 2);
    return time_of(r, n, batch, read, by);
}

/* One n, in the order of a row of `fits` from the verdict on. */
static void one_n(const double *r, wide n, wide out[10])
{
    wide free = n * ((wide)r[MEM] - r[RESERVE]) - (wide)r[BYTES] * r[PARAMS];
    wide fits = floorl(free / (r[KV] * ((wide)r[PROMPT] + r[ANSWER]))), batch = 0;
    int before, by;
    memset(out, 0, 10 * sizeof *out);
    wide prompt = time_of(r, n, r[PROMPT], (wide)r[BYTES] * r[PARAMS], &before);
    wide most = fits < r[USERS] ? fits : (wide)r[USERS];
    out[0] = fits < 1 ? FIT_MEMORY : prompt > r[TTFT] ? FIT_TTFT : step_of(r, n, 1, &by) > r[TPOT] ? FIT_TPOT : FITS;
    if (out[0] != FITS)
        return;
    for (wide more = exp2l(40); more >= 1; more /= 2)
        if (batch + more <= most && step_of(r, n, batch + more, &by) <= r[TPOT])
            batch += more;
    wide step = step_of(r, n, batch, &by);
    wide limit = batch == r[USERS] ? 0 : batch == fits ? 1 : 2;
    wide all[10] = { FITS, n, batch, prompt, step, batch * r[ANSWER] / (r[ANSWER] * step + batch * prompt), before, by,
                     limit, 0 };
    memcpy(out, all, sizeof all);
}

static void fit_of(const double *r, wide out[10])
{
    wide here[10], far = FIT_MEMORY;
    memset(out, 0, 10 * sizeof *out);
    if (!(r[MEM] > 0) || !(r[PEAK] > 0) || !(r[BW] > 0)) {
        out[0] = FIT_UNKNOWN;
        return;
    }
    for (wide n = 1; n <= (r[LINK] > 0 ? r[ACCELS] : 1); n += n) {
        one_n(r, n, here);
        if (here[0] != FITS)
            far = here[0] > far ? here[0] : far;
        else if (out[1] == 0 || here[5] / n > out[5] / out[1] * (1 + NEAR))
            memcpy(out, here, sizeof here);
    }
    if (out[1] == 0)
        out[0] = far;
    for (int k = 0; k < (out[1] > 1 ? 4 : out[1] > 0 ? 3 : 0); k++)
        out[9] = r[TAG + k] > out[9] ? r[TAG + k] : out[9];
}

int fit_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "verdict", "n", "batch", "prefill", "step", "tok_s", "prefill_by", "step_by",
                                        "limit", "tag" };
    const struct ridge_buffer *rows = ridge_buffer(c, "rows");
    const double *r = rows ? rows->data : NULL, *got = ridge_data(c, "fits");
    char of[200];
    if (!r || !got)
        return -1;
    v->pass = 1;
    for (size_t k = 0; k < rows->count / ROW && v->pass; k++, r += ROW, got += FIT) {
        wide want[10];
        fit_of(r, want);
        snprintf(of, sizeof of, "row %zu: %.3g weights of %.2g B, mem %.4g, peak %.4g, bw %.4g, link %.3g, most %g", k,
                 r[PARAMS], r[BYTES], r[MEM], r[PEAK], r[BW], r[LINK], r[ACCELS]);
        if (whole(v, name, got + 1, want, 10, of) && got[0] != (double)want[0])
            say(v, "what fit() returns", got[0], want[0], of);
    }
    return 0;
}

/* --- bills --------------------------------------------------------------------------------------------------- */

static int is_positive(double x)
{
    return isfinite(x) && x > 0;
}

static int is_amount(double x)
{
    return isfinite(x) && x >= 0;
}

static int refusal(const double *s, const double *b)
{
    int bought = b[KIND] == BUY;
    if (!is_positive(b[PRICE]))
        return NO_PRICE;
    if (!is_positive(s[UTIL]) || s[UTIL] > 1)
        return NO_UTIL;
    if (bought && !is_positive(b[YEARS]))
        return NO_YEARS;
    if (bought && (!is_amount(b[IDLE_KW]) || !is_amount(b[KW]) || b[IDLE_KW] > b[KW] || !is_amount(s[KWH]) ||
                   !is_amount(s[PUE]) || s[PUE] < 1))
        return NO_POWER;
    if (bought && (!is_amount(b[RESALE]) || b[RESALE] > b[PRICE] || !is_amount(b[KEEP]) || !is_amount(s[RATE])))
        return NO_MONEY;
    return OK;
}

/* A year's payment: today's worth over what a dollar a year is worth. */
static wide payment(const double *s, const double *b)
{
    wide per = log1pl(s[RATE]), then = expl(-b[YEARS] * per), worth = s[RATE] > 0 ? -expm1l(-b[YEARS] * per) / s[RATE]
                                                                                 : b[YEARS];
    return (b[PRICE] - b[RESALE] * then) / worth;
}

/* fault, capital, power, keep, hour, used, idle; -1 behind a fault */
static void bill_of(const double *s, const double *b, wide out[BILL])
{
    wide u = s[UTIL], capital = b[PRICE], power = 0, keep = 0, idle = (1 - u) * b[PRICE];
    out[0] = refusal(s, b);
    for (int k = 1; k < BILL; k++)
        out[k] = -1;
    if (out[0] != OK)
        return;
    if (b[KIND] == BUY) {
        wide work = u * (wide)b[KW] * s[KWH] * s[PUE], rest = (1 - u) * (wide)b[IDLE_KW] * s[KWH] * s[PUE];
        capital = payment(s, b) / 8766;
        keep = (wide)b[KEEP] / 8766;
        power = work + rest;
        idle = (1 - u) * capital + (1 - u) * keep + rest;
    } else if (b[KIND] == DEMAND) {
        capital = u * b[PRICE];
        idle = 0;
    }
    wide hour = capital + power + keep;
    wide all[] = { OK, capital, power, keep, hour, hour / u, idle };
    memcpy(out, all, sizeof all);
}

/* Dollars for a million tokens, and the fault; -1 where there is one. */
static int cost_of(const double *s, const double *b, wide *usd)
{
    wide bill[BILL];
    bill_of(s, b, bill);
    *usd = -1;
    if (bill[0] != OK)
        return (int)bill[0];
    if (b[VERDICT] != FITS || !is_positive(b[TOK_S]))
        return NO_FIT;
    if (!is_amount(b[PORT]) || (b[PORT] > 0 && !(s[MTOK] > 0)))
        return NO_PORT;
    *usd = bill[5] / 3600 * b[N] / b[TOK_S] * 1e6L + (b[PORT] > 0 ? (wide)b[PORT] / s[MTOK] : 0);
    return OK;
}

struct scene {
    const double *s, *b; /* of row 0 */
    size_t R, N;
    const void *got;
};

static int scene(const struct ridge_case *c, const char *out, struct scene *f)
{
    const struct ridge_buffer *s = ridge_buffer(c, "sites"), *b = ridge_buffer(c, "bids");
    f->got = ridge_data(c, out);
    if (!s || !b || !f->got || s->count < SITE || s->count % SITE || b->count % (s->count / SITE * BID))
        return -1;
    f->s = s->data, f->b = b->data, f->R = s->count / SITE, f->N = b->count / BID / f->R;
    return f->N <= MOST ? 0 : -1;
}

static const char *told(size_t k, const double *s, const double *b)
{
    static const char *const kind[] = { "bought", "committed", "on demand" };
    static char of[260];
    snprintf(of, sizeof of, "row %zu: %s for %.5g, util %.4g, $%.4g a kWh, pue %.3g, rate %.3g, kw %.3g/%.3g, n %g, "
             "tok_s %.5g, port %.4g", k, kind[(int)b[KIND] % 3], b[PRICE], s[UTIL], s[KWH], s[PUE], s[RATE], b[KW],
             b[IDLE_KW], b[N], b[TOK_S], b[PORT]);
    return of;
}

int tco_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "what tco() returns", "capital", "power", "keep", "hour", "used", "idle" };
    struct scene f;
    if (scene(c, "bills", &f))
        return -1;
    v->pass = 1;
    for (size_t k = 0; k < f.R && v->pass; k++) {
        wide want[BILL];
        const double *s = f.s + k * SITE, *b = f.b + k * f.N * BID;
        bill_of(s, b, want);
        whole(v, name, (const double *)f.got + k * BILL, want, BILL, told(k, s, b));
    }
    return 0;
}

int usd_per_mtok_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "what usd_per_mtok() returns", "usd" };
    struct scene f;
    if (scene(c, "costs", &f))
        return -1;
    v->pass = 1;
    for (size_t k = 0; k < f.R && v->pass; k++) {
        const double *s = f.s + k * SITE, *b = f.b + k * f.N * BID;
        wide want[2];
        want[0] = cost_of(s, b, &want[1]);
        whole(v, name, (const double *)f.got + k * 2, want, 2, told(k, s, b));
    }
    return 0;
}

static void fleet_of(const double *s, const double *b, wide out[FLEET])
{
    double here[SITE];
    memcpy(here, s, sizeof here);
    out[1] = out[2] = out[3] = out[4] = -1;
    out[0] = NO_FIT;
    if (b[VERDICT] != FITS || !is_positive(b[TOK_S]))
        return;
    out[0] = NO_LOAD;
    if (!is_positive(s[MEAN]) || !is_positive(s[TOP]) || s[MEAN] > s[TOP])
        return;
    wide copies = ceill((wide)(s[TOP] / b[TOK_S])), util = (wide)s[MEAN] / copies / b[TOK_S], usd;
    here[UTIL] = (double)(util < 1 ? util : 1);
    out[0] = cost_of(here, b, &usd);
    if (out[0] == OK)
        out[1] = copies, out[2] = copies * b[N], out[3] = util, out[4] = usd;
}

int fleet_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "what fleet() returns", "copies", "accels", "util", "usd" };
    struct scene f;
    char of[320];
    if (scene(c, "fleets", &f))
        return -1;
    v->pass = 1;
    for (size_t k = 0; k < f.R && v->pass; k++) {
        const double *s = f.s + k * SITE, *b = f.b + k * f.N * BID;
        wide want[FLEET];
        fleet_of(s, b, want);
        snprintf(of, sizeof of, "mean %.6g, peak %.6g; %s", s[MEAN], s[TOP], told(k, s, b));
        whole(v, name, (const double *)f.got + k * FLEET, want, FLEET, of);
    }
    return 0;
}

/* --- places -------------------------------------------------------------------------------------------------- */

/* A place is 1 + how many are cheaper than its first; who is first is found place by place. */
static void places_of(const double *s, const double *b, int n, double *out)
{
    wide usd[MOST];
    int fault[MOST], place[MOST] = { 0 }, left = 0, given = 0, written = 0;
    for (int k = 0; k < n; k++)
        left += !(fault[k] = cost_of(s, b + k * BID, &usd[k]));
    while (given < left) {
        int first = -1, here = given;
        for (int k = 0; k < n; k++)
            if (!fault[k] && !place[k] && (first < 0 || usd[k] < usd[first]))
                first = k;
        for (int k = 0; k < n; k++)
            if (!fault[k] && !place[k] && usd[k] <= usd[first] * (1 + NEAR)) {
                double all[] = { k, place[k] = here + 1, OK, (double)usd[k] };
                memcpy(out + PLACE * written++, all, sizeof all);
                given++;
            }
    }
    for (int k = 0; k < n; k++)
        if (fault[k]) {
            double all[] = { k, 0, fault[k], INFINITY };
            memcpy(out + PLACE * written++, all, sizeof all);
        }
}

static int judge_places(const double *s, const double *b, int n, const double *got, size_t row,
                        struct ridge_verdict *v)
{
    static const char *const name[] = { "bid", "place", "fault", "usd" };
    double want[MOST * PLACE];
    char of[80];
    places_of(s, b, n, want);
    for (int k = 0; k < n * PLACE; k++)
        if (!is_close(got[k], want[k])) {
            snprintf(of, sizeof of, "row %zu, entry %d of %d of rank()", row, k / PLACE, n);
            return say(v, name[k % PLACE], got[k], want[k], of);
        }
    return 1;
}

int rank_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct scene f;
    if (scene(c, "places", &f))
        return -1;
    v->pass = 1;
    for (size_t k = 0; k < f.R && v->pass; k++)
        judge_places(f.s + k * SITE, f.b + k * f.N * BID, (int)f.N, (const double *)f.got + k * f.N * PLACE, k, v);
    return 0;
}

/* --- turns --------------------------------------------------------------------------------------------------- */

static int cost_with(const double *s, const double *b, int moved, double x, wide *usd)
{
    double here[SITE], bid[BID];
    memcpy(here, s, sizeof here);
    memcpy(bid, b, sizeof bid);
    if (s[KNOB] == KNOB_PRICE)
        bid[PRICE] = moved ? x : bid[PRICE];
    else
        here[s[KNOB] == KNOB_UTIL ? UTIL : s[KNOB] == KNOB_KWH ? KWH : s[KNOB] == KNOB_PUE ? PUE : MTOK] = x;
    return cost_of(here, bid, usd);
}

static int sign(wide a, wide b)
{
    wide most = a > b ? a : b;
    return fabsl(a - b) <= NEAR * most ? 0 : a < b ? -1 : 1;
}

static int is_range(const double *s)
{
    return isfinite(s[LO]) && isfinite(s[HI]) && s[LO] < s[HI];
}

static const char *const KNOB_WORD[] = { "price", "util", "usd_kwh", "pue", "mtok" };

static int judge_turn(const double *s, const double *b, const double *got, size_t row, struct ridge_verdict *v)
{
    static const char *const name[] = { "what crossover() returns", "below", "above", "turns" };
    wide cost[4], want[4] = { NO_RANGE, -9, -9, -9 };
    char of[160];
    snprintf(of, sizeof of, "row %zu: %s from %.6g to %.6g", row, KNOB_WORD[(int)s[KNOB] % KNOBS], s[LO], s[HI]);
    if (is_range(s)) {
        want[0] = OK;
        for (int k = 0; k < 4 && want[0] == OK; k++)
            want[0] = cost_with(s, b + k % 2 * BID, k % 2 == 0, s[k < 2 ? LO : HI], &cost[k]);
    }
    if (want[0] == OK) {
        want[1] = sign(cost[0], cost[1]);
        want[2] = sign(cost[2], cost[3]);
        want[3] = want[1] * want[2] < 0;
    }
    if (!whole(v, name, got, want, 4, of))
        return 0;
    if (want[3] != 1)
        return is_close(got[4], want[0] == OK ? INFINITY : -9) ? 1 : say(v, "at", got[4], INFINITY, of);
    wide first, second;
    if (!(got[4] >= s[LO] && got[4] <= s[HI]) || cost_with(s, b, 1, got[4], &first) ||
        cost_with(s, b + BID, 0, got[4], &second))
        return say(v, "at", got[4], NAN, of);
    return sign(first, second) == 0 ? 1 : say(v, "the second's cost at `at`", (double)second, first, of);
}

int crossover_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct scene f;
    if (scene(c, "crossings", &f) || f.N < 2)
        return -1;
    v->pass = 1;
    for (size_t k = 0; k < f.R && v->pass; k++)
        judge_turn(f.s + k * SITE, f.b + k * f.N * BID, (const double *)f.got + k * TURN, k, v);
    return 0;
}

/* Costs at both ends of those that take part; -1 in `lo` of the others. */
struct lines {
    wide lo[MOST], hi[MOST];
    int n;
};

static wide on_line(const struct lines *l, int k, wide t)
{
    return (1 - t) * l->lo[k] + t * l->hi[k];
}

static wide knob_of(const double *s, wide t)
{
    wide lo = s[LO], hi = s[HI];
    if (s[KNOB] == KNOB_UTIL || s[KNOB] == KNOB_MTOK)
        return lo > 0 ? 1 / ((1 - t) / lo + t / hi) : t < 1 ? 0 : hi;
    return lo + t * (hi - lo);
}

static int by_size(const void *a, const void *b)
{
    wide x = *(const wide *)a, y = *(const wide *)b;
    return x < y ? -1 : x > y;
}

/* Where any two of them cross, and both ends, in order. */
static int crossings(const struct lines *l, wide *t)
{
    int n = 0;
    t[n++] = 0, t[n++] = 1;
    for (int i = 0; i < l->n; i++)
        for (int j = i + 1; j < l->n; j++) {
            wide before = l->lo[i] - l->lo[j], after = l->hi[i] - l->hi[j];
            if (l->lo[i] >= 0 && l->lo[j] >= 0 && before * after < 0)
                t[n++] = before / (before - after);
        }
    qsort(t, (size_t)n, sizeof *t, by_size);
    return n;
}

/* The cheapest at t; of equal ones the least index. */
static int cheapest(const struct lines *l, wide t)
{
    int best = -1;
    for (int k = 0; k < l->n; k++)
        if (l->lo[k] >= 0 && (best < 0 || on_line(l, k, t) < on_line(l, best, t)))
            best = k;
    for (int k = 0; k < best; k++)
        if (l->lo[k] >= 0 && sign(on_line(l, k, t), on_line(l, best, t)) == 0)
            return k;
    return best;
}

/* The bids of the stretches, in order. */
static int stretches_of(const double *s, const double *b, int n, int *out)
{
    static wide t[MOST * MOST / 2 + 2];
    struct lines l = { .n = n };
    int count = 0;
    for (int k = 0; k < n; k++)
        if (cost_with(s, b + k * BID, k == s[WHICH], s[LO], &l.lo[k]) ||
            cost_with(s, b + k * BID, k == s[WHICH], s[HI], &l.hi[k]))
            l.lo[k] = -1;
    int cuts = is_range(s) ? crossings(&l, t) : 0;
    for (int k = 0; k + 1 < cuts; k++) {
        int best = cheapest(&l, (t[k] + t[k + 1]) / 2);
        if (best < 0 || knob_of(s, t[k + 1]) - knob_of(s, t[k]) < NEAR * ((wide)s[HI] - s[LO]))
            continue;
        if (!count || out[count - 1] != best)
            out[count++] = best;
    }
    return count;
}

static int judge_stretches(const double *s, const double *b, int n, int count, const double *got, size_t row,
                           struct ridge_verdict *v)
{
    int want[MOST * MOST], there = stretches_of(s, b, n, want);
    char of[160];
    snprintf(of, sizeof of, "row %zu: %s from %.6g to %.6g, %d bids", row, KNOB_WORD[(int)s[KNOB] % KNOBS], s[LO],
             s[HI], n);
    if (count != there)
        return say(v, "the number of stretches", count, there, of);
    for (int k = 0; k < count; k++, got += STRETCH) {
        wide here, next;
        if (got[0] != want[k])
            return say(v, "the bid of a stretch", got[0], want[k], of);
        if (k == 0 && got[1] != s[LO])
            return say(v, "the first `from`", got[1], s[LO], of);
        if (k + 1 == count)
            return got[2] == s[HI] ? 1 : say(v, "the last `to`", got[2], s[HI], of);
        if (got[STRETCH + 1] != got[2] || !(got[2] > got[1]))
            return say(v, "`from` behind a `to`", got[STRETCH + 1], got[2], of);
        if (cost_with(s, b + want[k] * BID, want[k] == s[WHICH], got[2], &here) ||
            cost_with(s, b + want[k + 1] * BID, want[k + 1] == s[WHICH], got[2], &next) || sign(here, next))
            return say(v, "the next bid's cost at `to`", (double)next, here, of);
    }
    return 1;
}

int turns_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *count = ridge_data(c, "counts");
    struct scene f;
    if (scene(c, "stretches", &f) || !count)
        return -1;
    v->pass = 1;
    for (size_t k = 0; k < f.R && v->pass; k++)
        judge_stretches(f.s + k * SITE, f.b + k * f.N * BID, (int)f.N, count[k],
                        (const double *)f.got + k * f.N * STRETCH, k, v);
    return 0;
}

/* In dollars all has to be right; in another money costs are so many times as large, and all else is what it was. */
int other_money_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct scene f;
    double by = ldexp(1, (int)ridge_int(c, "shift")), costs = 0, orders = 0;
    if (scene(c, "twice", &f) || f.N < 2)
        return -1;
    size_t width = f.N * PLACE + TURN + 1 + f.N * STRETCH;
    v->pass = 1;
    for (size_t k = 0; k < f.R && v->pass; k++) {
        const double *s = f.s + k * SITE, *b = f.b + k * f.N * BID;
        const double *usd = (const double *)f.got + 2 * k * width, *other = usd + width;
        int cost = 0, order = 0;
        if (!judge_places(s, b, (int)f.N, usd, k, v) || !judge_turn(s, b, usd + f.N * PLACE, k, v) ||
            !judge_stretches(s, b, (int)f.N, (int)usd[f.N * PLACE + TURN], usd + f.N * PLACE + TURN + 1, k, v))
            break;
        for (size_t j = 0; j < width; j++) {
            int dollars = j < f.N * PLACE && j % PLACE == 3;
            *(dollars ? &cost : &order) |= !is_close(other[j], dollars ? (wide)usd[j] * by : usd[j]);
        }
        costs += cost, orders += order;
    }
    ridge_count(v, "price_constants", costs);
    ridge_count(v, "orders_changed", orders);
    return 0;
}

/* --- inputs ------------------------------------------------------------------------------------------------- */

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const double odd[] = { 0, -1, NAN };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int kind = (int)ridge_int(c, "kind");
    if (!b || b->dtype != RIDGE_F64 || b->count % ROW)
        return -1;
    for (size_t k = 0; k < b->count / ROW; k++) {
        double *r = (double *)b->data + k * ROW;
        draw_work(r, &seed);
        draw_accel(r, &seed);
        for (int j = 0; j < ROW && kind == GIVEN; j++)
            r[j] = ridge_num(c, COLUMN[j]) < 0 ? INFINITY : ridge_num(c, COLUMN[j]); /* -1: no promise */
        if (kind == ALONE)
            r[k % 2 ? LINK : ACCELS] = k % 2 ? 0 : 1;
        if (kind == PROMISES)
            r[TTFT] = around(&seed, .02, 3), r[TPOT] = around(&seed, .002, .06);
        if (kind == UNKNOWN)
            r[k % 3 == 0 ? MEM : k % 3 == 1 ? PEAK : BW] = odd[k / 3 % 3];
        if (kind == EXACT)
            draw_exact(k, r);
        if (kind == EVEN)
            draw_even(r, &seed);
    }
    return 0;
}

static int fill(const struct ridge_case *c, const struct ridge_buffer *into, uint64_t seed, int of_bids)
{
    size_t R = (size_t)ridge_int(c, "R"), N = (size_t)ridge_int(c, "N");
    double s[SITE], b[MOST * BID];
    if (!into || into->dtype != RIDGE_F64 || N < 1 || N > MOST || into->count != R * (of_bids ? N * BID : SITE))
        return -1;
    for (size_t k = 0; k < R; k++) {
        draw_row(c, seed, k, s, b, (int)N);
        if (of_bids)
            memcpy((double *)into->data + k * N * BID, b, N * BID * sizeof *b);
        else
            memcpy((double *)into->data + k * SITE, s, sizeof s);
    }
    return 0;
}

int sites_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return fill(c, ridge_buffer(c, buffer), seed, 0);
}

int bids_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return fill(c, ridge_buffer(c, buffer), seed, 1);
}
