/*
 * The judge of c13-3d-planner: a second model of the same job, which goes through GPUs and layers where lab.h has
 * formulas, and a search that leaves out nothing. It draws random jobs; those of papers stand in the cases.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "ridge/oracle.h"

enum { ROW = 36, PLAN = 27 };
enum { GIVEN, ANY_JOB, BROKEN, LARGE };

/* The columns of a row, in harness.c's order. */
static const char *const column[ROW] = {
    "layers", "first", "heads", "experts", "topk", "limit", "d", "vocab", "attn", "mlp", "mlp0", "expert", "q", "kv",
    "act", "gpus", "node", "mem", "peak", "eff", "link", "net", "w", "g", "o", "seq", "batch", "dp", "tp", "pp", "cp",
    "ep", "micro", "chunks", "zero", "recompute",
};

/* One row, read by name. */
struct r {
    double layers, first, heads, experts, topk, limit, d, vocab, attn, mlp, mlp0, expert, q, kv, act;
    double gpus, node, mem, peak, eff, link, net, w, g, o, seq, batch;
    double dp, tp, pp, cp, ep, micro, chunks, zero, recompute;
};

static struct r row_of(const struct ridge_case *c, size_t k)
{
    struct r r;
    memcpy(&r, (const double *)ridge_data(c, "rows") + k * ROW, sizeof r);
    return r;
}

/* ---------------------------------------------------------------------------------------------- the model */

/* Parameters of layer k by themselves: of all, or of those that a token meets. */
static double layer_params(const struct r *r, double k, double experts)
{
    return r->attn + (k < r->first ? r->mlp0 : r->mlp + experts * r->expert);
}

static double size_of(const struct r *r, int what)
{
    double all = 2 * r->vocab * r->d, met = r->vocab * r->d, flop = 2 * r->vocab * r->d;
    for (double k = 0; k < r->layers; k++) {
        all += layer_params(r, k, r->experts);
        met += layer_params(r, k, r->topk);
        /* Of seq keys a causal query sees half, each with a product by k and one by v. */
        flop += 2 * layer_params(r, k, r->topk) + 2 * 2 * r->q * r->seq / 2;
    }
    return what == 0 ? all : what == 1 ? met : flop;
}

int sizes_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    (void)out;
    for (size_t k = 0; k < n; k++) {
        struct r r = row_of(c, index[k] / 3);
        scale[k] = want[k] = size_of(&r, (int)(index[k] % 3));
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------ rules and memory */

static int divides(double a, double b)
{
    return fmod(b, a) == 0;
}

static double micros(const struct r *r)
{
    return r->batch / r->dp / r->micro;
}

static double piece(const struct r *r)
{
    return ceil(r->layers / (r->pp * r->chunks));
}

/* What lies on GPU 0: weights, gradients, optimizer, activations. */
static void held(const struct r *r, double h[4])
{
    double group = r->dp * r->cp, L = piece(r) * r->chunks, at[2], by[2] = { group, group / r->ep };
    at[0] = L * (r->attn + r->mlp) / r->tp + (r->pp == 1 ? 2 : 1) * r->vocab * r->d / r->tp;
    at[1] = L * (r->experts / r->ep) * r->expert / r->tp;
    h[0] = h[1] = h[2] = 0;
    for (int kind = 0; kind < 2; kind++) {
        h[0] += r->w * at[kind] / (r->zero == 3 ? by[kind] : 1);
        h[1] += r->g * at[kind] / (r->zero == 3 ? by[kind] : 1);
        h[2] += r->o * at[kind] / (r->zero > 0 ? by[kind] : 1);
    }
    if (r->zero == 3)
        h[0] += 2 * r->w * (r->attn + r->mlp + r->experts / r->ep * r->expert) / r->tp;
    double flight = fmin(r->pp, micros(r)), here = r->micro * r->seq / r->cp / r->tp;
    if (r->chunks > 1)
        flight = fmin((r->pp - 1) * 2 + r->pp * (r->chunks - 1) + 1, micros(r) * r->chunks);
    h[3] = flight * piece(r) * here * (r->recompute ? 2 * r->d : r->act);
    h[3] += r->recompute ? here * r->act : 0;
}

static int broken(const struct r *r)
{
    double room = r->pp * r->chunks * piece(r), h[4];
    for (int k = 0; k < 7; k++)
        if ((&r->dp)[k] < 1)
            return 1;
    if (r->dp * r->tp * r->pp * r->cp != r->gpus)
        return 1;
    if (!divides(r->tp, r->heads))
        return 2;
    if (!divides(r->ep, r->dp * r->cp) || (r->experts > 0 && !divides(r->ep, r->experts)) ||
        (r->experts == 0 && r->ep > 1))
        return 3;
    if ((r->pp == 1 && r->chunks > 1) || room - r->layers > 2 * piece(r))
        return 4;
    if (!divides(r->dp * r->micro, r->batch))
        return 5;
    if (r->chunks > 1 && !divides(r->pp, micros(r)))
        return 6;
    if (r->cp > 1 && !divides(2 * r->cp, r->seq))
        return 7;
    if ((r->zero != 0 && r->zero != 1 && r->zero != 3) || (r->zero == 3 && r->pp > 1) ||
        (r->recompute != 0 && r->recompute != 1))
        return 8;
    held(r, h);
    return h[0] + h[1] + h[2] + h[3] > r->mem ? 9 : 0;
}

int fault_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    (void)out;
    for (size_t k = 0; k < n; k++) {
        struct r r = row_of(c, index[k]);
        scale[k] = want[k] = broken(&r);
    }
    return 0;
}

int memory_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    (void)out;
    for (size_t k = 0; k < n; k++) {
        struct r r = row_of(c, index[k] / 4);
        double h[4];
        held(&r, h);
        scale[k] = want[k] = h[index[k] % 4];
    }
    return 0;
}

/* -------------------------------------------------------------------------------------------------- time */

static double rate(const struct r *r, double neighbours)
{
    return neighbours > r->node ? r->net : r->link;
}

/* Seconds of ten kinds, and of each what its difference was made of. */
static void spent(const struct r *r, double t[10], double made[10])
{
    double T = r->micro * r->seq / r->cp, fast = r->peak * r->eff;
    double passes = 3 + r->recompute, again = 4 + 2 * r->recompute;
    double n = piece(r), L = n * r->chunks, missing = r->pp * L - r->layers, group = r->dp * r->cp;
    double attention = 2 * r->seq * r->q, layer = 2 * (r->attn + r->mlp + r->topk * r->expert) + attention;
    double last = L - floor(missing / 2), head = 2 * r->vocab * r->d, hides[10] = { 0 }, raw[10] = { 0 };
    raw[0] = passes * fmax(L * layer, last * layer + head) * T / r->tp / fast;
    raw[1] = L * again * (2 * (r->tp - 1) / r->tp * (2 * T * r->d)) / rate(r, r->tp);
    raw[2] = L * passes * (r->cp - 1) * (2 * T * r->kv / r->tp) / rate(r, r->tp * r->cp);
    hides[2] = L * passes * attention * T / r->tp / fast;
    if (r->experts > 0 && r->ep > 1) {
        double to = r->topk;
        if (r->tp * r->ep > r->node && r->limit > 0)
            to = fmin(to, r->limit);
        raw[3] = L * again * (T / r->tp * to * 2 * r->d) * (r->ep - 1) / r->ep / rate(r, r->tp * r->ep);
        hides[3] = raw[0];
    }
    if (r->pp > 1)
        raw[4] = 2 * r->chunks * (2 * T * r->d / r->tp) / rate(r, r->gpus);
    double dense = (L * (r->attn + r->mlp) + (r->pp == 1 ? 2 : 1) * r->vocab * r->d) / r->tp;
    double expert = L * r->experts * r->expert / r->ep / r->tp;
    double others = dense * (group - 1) / group + expert * (group / r->ep - 1) / (group / r->ep);
    double far = rate(r, r->gpus / r->pp);
    if (r->zero == 3) {
        raw[5] = others * (2 * r->w + r->g) / far;
        hides[5] = raw[0];
    }
    t[6] = 0;
    for (int k = 0; k < 6; k++) {
        t[k] = fmax(0, raw[k] - hides[k]);
        made[k] = raw[k] + hides[k];
        t[6] += t[k];
    }
    made[6] = t[6];
    t[7] = made[7] = t[6] * (r->pp - 1) / r->chunks;
    raw[8] = r->zero == 3 ? 0 : others * (r->zero == 1 ? r->g + r->w : 2 * r->g) / far;
    t[8] = fmax(0, raw[8] - t[6]);
    made[8] = raw[8] + t[6];
    t[9] = made[9] = micros(r) * t[6] + t[7] + t[8];
}

int times_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    (void)out;
    for (size_t k = 0; k < n; k++) {
        struct r r = row_of(c, index[k] / 10);
        double t[10], made[10];
        spent(&r, t, made);
        want[k] = t[index[k] % 10];
        scale[k] = made[index[k] % 10];
    }
    return 0;
}

/* ---------------------------------------------------------------------------------------------- the search */

static double step_of(const struct r *r)
{
    double t[10], made[10];
    spent(r, t, made);
    return t[9];
}

/* Every plan of the last three loops. */
static void inner(struct r *r, struct r *best, double *step)
{
    for (r->micro = 1; r->micro <= 8; r->micro *= 2)
        for (r->chunks = 1; r->chunks <= 8; r->chunks++)
            for (int k = 0; k < 6; k++) {
                static const double zero[] = { 0, 1, 3 };
                r->zero = zero[k / 2];
                r->recompute = k % 2;
                if (broken(r))
                    continue;
                double t = step_of(r);
                if (t < *step)
                    *step = t, *best = *r;
            }
}

/* The shortest step, INFINITY if there is no plan. */
static double search(struct r r, struct r *best)
{
    double step = INFINITY;
    for (r.tp = 1; r.tp <= r.heads; r.tp++)
        for (r.pp = 1; divides(r.tp, r.heads) && divides(r.tp, r.gpus) && r.pp <= r.layers + 8; r.pp++)
            for (r.cp = 1; divides(r.tp * r.pp, r.gpus) && r.cp <= r.gpus / r.tp / r.pp; r.cp++) {
                r.dp = r.gpus / r.tp / r.pp / r.cp;
                if (!divides(r.tp * r.pp * r.cp, r.gpus))
                    continue;
                for (r.ep = 1; r.ep <= fmax(1, r.experts); r.ep++)
                    if (divides(r.ep, fmax(1, r.experts)))
                        inner(&r, best, &step);
            }
    return step;
}

__attribute__((format(printf, 2, 3))) static int wrong(struct ridge_verdict *v, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(v->message, sizeof v->message, fmt, ap);
    va_end(ap);
    v->pass = 0;
    return 0;
}

static const char *spell(const struct r *r, char *out, size_t size)
{
    snprintf(out, size, "dp %g tp %g pp %g cp %g ep %g micro %g chunks %g zero %g recompute %g", r->dp, r->tp, r->pp,
             r->cp, r->ep, r->micro, r->chunks, r->zero, r->recompute);
    return out;
}

/* Is `found` the best plan of row k? Sets the best step; 0 where the message is set. */
static int is_best(const struct ridge_case *c, size_t k, const int64_t *found, double *step, struct ridge_verdict *v)
{
    static const char *const rule[] = { "", "GRID", "HEADS", "EXPERTS", "LAYERS", "BATCH", "CHUNKS", "SEQ", "ZERO",
                                        "ROOM" };
    struct r r = row_of(c, k), top;
    char mine[200], yours[200];
    *step = search(r, &top);
    if (isinf(*step))
        return found[0] == 0 ? 1 : wrong(v, "row %zu: best() gives %lld, and no plan fits", k, (long long)found[0]);
    if (found[0] != 1)
        return wrong(v, "row %zu: best() gives %lld, but %s fits", k, (long long)found[0],
                     spell(&top, mine, sizeof mine));
    for (int i = 0; i < 9; i++)
        (&r.dp)[i] = (double)found[1 + i];
    spell(&r, yours, sizeof yours);
    if (broken(&r))
        return wrong(v, "row %zu: %s breaks the rule %s", k, yours, rule[broken(&r)]);
    if (r.chunks > 8 || !(r.micro == 1 || r.micro == 2 || r.micro == 4 || r.micro == 8))
        return wrong(v, "row %zu: %s is outside of what best() is to search", k, yours);
    double t = step_of(&r);
    if (t > *step * (1 + 1e-9))
        return wrong(v, "row %zu: %s takes %.6g s, %s takes %.6g s", k, yours, t, spell(&top, mine, sizeof mine),
                     *step);
    return 1;
}

int best_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *found = ridge_data(c, "found");
    double step;
    for (size_t k = 0; k < (size_t)ridge_int(c, "R"); k++)
        if (!is_best(c, k, found + 10 * k, &step, v))
            return 0;
    v->pass = 1;
    return 0;
}

/* One row of a paper: reported() by this model; how far that is from the paper's figure, and the plan from the best. */
int published_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct r r = row_of(c, 0);
    double got = *(const double *)ridge_data(c, "told"), passes = ridge_num(c, "passes"), step = step_of(&r);
    double least, h[4];
    double want = passes * size_of(&r, 2) * r.batch * r.seq / step / r.gpus;
    if (!(fabs(got / want - 1) <= 1e-9))
        return wrong(v, "reported() is %.6g FLOP/s, expected %.6g", got, want);
    if (!is_best(c, 0, ridge_data(c, "found"), &least, v))
        return 0;
    held(&r, h);
    ridge_count(v, "off_pct", 100 * fabs(got / ridge_num(c, "paper") - 1));
    ridge_count(v, "regret_pct", 100 * (step / least - 1));
    ridge_count(v, "full_pct", 100 * (h[0] + h[1] + h[2] + h[3]) / r.mem);
    v->pass = 1;
    return 0;
}

/* --------------------------------------------------------------------------------------------------- drawn */

static int64_t of(uint64_t *s, int64_t n)
{
    return (int64_t)(ridge_next(s) % (uint64_t)n);
}

static void draw_job(struct r *r, int kind, uint64_t *s)
{
    int moe = of(s, 2) == 1;
    r->layers = (double)(kind == LARGE ? 64 + 16 * of(s, 4) : 2 + of(s, 60));
    r->heads = (double)(8 << of(s, 4));
    r->d = 128 * r->heads;
    r->q = r->d;
    r->kv = 256 * (double)(1 << of(s, 4));
    r->vocab = (double)(32000 + 32 * of(s, 3000));
    r->attn = 2 * r->d * r->d + r->d * r->kv;
    r->mlp = r->d * r->d * (double)(moe ? 2 : 8 + of(s, 3));
    r->act = (double)(8 + of(s, 20)) * r->d;
    if (moe) {
        r->experts = (double)(8 << of(s, 4));
        r->topk = (double)(1 + of(s, 6));
        r->limit = (double)of(s, 5);
        r->expert = r->d * r->d * (1 + .5 * (double)of(s, 3));
        r->first = (double)of(s, r->layers > 4 ? 4 : 1);
        r->mlp0 = 9 * r->d * r->d;
    }
    r->node = (double)(4 << of(s, 2));
    r->gpus = (double)(kind == LARGE ? 4096 << of(s, 3) : 8 << of(s, 8));
    if (kind != LARGE && of(s, 4) == 0)
        r->gpus = r->gpus / 8 * (double)(of(s, 2) ? 7 : 12);
    r->mem = 1e9 * (double)(40 + 40 * of(s, 3));
    r->peak = 1e14 * (double)(3 + of(s, 8));
    r->eff = .4 + .1 * (double)of(s, 4);
    r->link = 1e11 * (double)(1 + of(s, 4));
    r->net = 1e10 * (double)(1 + of(s, 5));
    r->w = (double)(1 + of(s, 2)), r->g = (double)(2 + 2 * of(s, 2)), r->o = (double)(8 + 4 * of(s, 2));
    r->seq = (double)(1024 << of(s, 5)) - (of(s, 6) == 0 ? 1000 : 0);
    r->batch = (double)(kind == LARGE ? 2048 : 16 << of(s, 6)) + (of(s, 8) == 0 ? 3 : 0);
}

/* A power of two or one of 3, 5, 7 that divides n, so that most plans come out even. */
static double some_divisor(double n, uint64_t *s)
{
    double d = 1;
    for (int64_t k = of(s, 5); k > 0; k--) {
        static const double by[] = { 2, 2, 2, 3, 7 };
        double next = d * by[of(s, 5)];
        if (divides(next, n))
            d = next;
    }
    return d;
}

static void draw_plan(struct r *r, uint64_t *s)
{
    r->tp = some_divisor(r->gpus, s);
    r->pp = some_divisor(r->gpus / r->tp, s);
    r->cp = of(s, 2) ? 1 : some_divisor(r->gpus / r->tp / r->pp, s);
    r->dp = r->gpus / r->tp / r->pp / r->cp;
    r->ep = r->experts > 0 && of(s, 4) ? some_divisor(r->dp * r->cp, s) : 1;
    r->micro = (double)(1 << of(s, 3));
    r->chunks = r->pp > 1 && of(s, 2) ? (double)(2 + of(s, 4)) : 1;
    r->zero = (double)(of(s, 3) ? of(s, 2) : r->pp == 1 ? 3 : 1);
    r->recompute = (double)of(s, 2);
}

/* One rule is broken, perhaps others with it. */
static void spoil(struct r *r, uint64_t *s)
{
    switch (of(s, 14)) {
    case 0: r->dp *= 2; break;
    case 1:
        if (of(s, 2))
            (&r->dp)[of(s, 7)] = 0;
        else
            r->dp = -r->dp, r->tp = -r->tp; /* and the product is still the GPUs */
        break;
    case 2: r->heads = r->tp * 3 + 1; break;
    case 3: r->ep = r->dp * r->cp * 2; break;
    case 4: r->ep = 2, r->experts = 0, r->topk = 0; break;
    case 5: r->chunks = 9 + (double)of(s, 30); break;
    case 6: r->batch += 1; break;
    case 7: r->chunks = 3; break;
    case 8: r->seq -= 1; break;
    case 9: r->zero = of(s, 4) ? (double)(2 + of(s, 3)) : -1; break;
    case 10: r->recompute = of(s, 2) ? 2 : -1; break;
    case 12: r->batch += 1; /* fall through */
    case 11: /* cp divides it, and 2·cp does not; or not even cp, though what is left of the quotient is even */
        r->seq = of(s, 2) ? r->cp * 1001 : r->cp * 1000 + 2;
        break;
    default: r->mem /= 8;
    }
}

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int kind = (int)ridge_int(c, "kind");
    double *row = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, row += ROW) {
        struct r r = { 0 };
        for (int i = 0; kind == GIVEN && i < ROW; i++)
            (&r.layers)[i] = ridge_num(c, column[i]);
        for (int tries = 0; kind != GIVEN && tries < 2000; tries++) {
            memset(&r, 0, sizeof r);
            draw_job(&r, kind, &s);
            draw_plan(&r, &s);
            if (!broken(&r) || broken(&r) == 9 || kind == LARGE)
                break;
        }
        if (kind == BROKEN && of(&s, 5))
            spoil(&r, &s);
        memcpy(row, &r, sizeof r);
    }
    return 0;
}
