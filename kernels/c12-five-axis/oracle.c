/*
 * Oracles and input generators of c12-five-axis. Every figure of a scenario is worked out in long
 * double from the description in lab.h: groups by looking at where each member stands, collectives
 * by their three steps, failures by counting them. Nothing is shared with the reference.
 */
#include <ridge/oracle.h>

#include <stdarg.h>

enum { HBM, HOST, LINK, NET, TIERS };
enum { ROW = 31, PLAN = 16, READ = 7 };
enum kind { ONE = 1, TENSOR, DATA, PIPELINE, CONTEXT, EXPERTS, MIXED, FAILURES, EDGES, THREES };
enum col { /* of a row: op, grid, machine, risk */
    FLOPS, WEIGHTS, EXPERT_W, ACTS, ON_HOST, HIDDEN, KV, KEEP, STATE, LAYERS, TRAIN, SWEEPS, MICRO,
    TOPK, DP, TP, PP, CP, EP, PEAK, SPARSITY, BW, MEM = BW + TIERS, NODE, MTBF, CKPT, RESTART, EVERY
};

typedef long double wide;

/* What a scenario comes to, in the order in which harness.c writes a plan. */
struct answer {
    wide devices, flops, intensity, room, step, interval, lost, bytes[TIERS], time[1 + TIERS];
    wide held, share;
};

/* --- traffic ---------------------------------------------------------------------------------- */

/* Members of a group of g, s apart, in the node of its first. */
static wide together(const double *r, wide g, wide s)
{
    wide k = 0;
    for (wide at = 0; at < g; at++)
        k += at * s < (wide)r[NODE];
    return k;
}

static void sum_up(const double *r, wide G, wide g, wide s, wide bytes[TIERS])
{
    wide k = together(r, g, s), nodes = g / k;
    wide scatter = (k - 1) * (G / k), gather = scatter, part = G / k;
    bytes[LINK] += scatter + gather;
    bytes[NET] += 2 * (nodes - 1) * (part / nodes);
}

static void move_to_peers(const double *r, wide bytes[TIERS])
{
    wide tokens = (wide)r[HIDDEN] / r[DP] / r[CP], layers = (wide)r[LAYERS] / r[PP];
    wide k = together(r, r[EP], r[TP]), way = r[TRAIN] ? 2 : 1;
    sum_up(r, 2 * way * layers * tokens, r[TP], 1, bytes);
    wide round = (r[CP] - 1) * ((wide)r[KV] / r[DP] / r[CP] / r[TP]) * layers;
    bytes[together(r, r[CP], r[TP]) < r[CP] ? NET : LINK] += r[TRAIN] ? 3 * round : round;
    wide share = 2 * way * layers * tokens * r[TOPK] / r[TP] / r[EP];
    bytes[LINK] += (k - 1) * share;
    bytes[NET] += (r[EP] - k) * share;
    if (r[PP] > 1)
        bytes[(wide)r[DP] * r[TP] * r[PP] * r[CP] > r[NODE] ? NET : LINK] += way * tokens / r[TP];
}

static void traffic(const double *r, wide n, wide bytes[TIERS])
{
    wide slice = (wide)r[TP] * r[PP], dense = ((wide)r[WEIGHTS] - r[EXPERT_W]) / slice;
    wide experts = (wide)r[EXPERT_W] / slice / r[EP], all = (wide)r[DP] * r[CP];
    bytes[HBM] = r[SWEEPS] * (dense + experts) + r[ACTS] / n;
    bytes[HOST] = r[ON_HOST] / n;
    bytes[LINK] = bytes[NET] = 0;
    move_to_peers(r, bytes);
    if (r[TRAIN]) {
        sum_up(r, dense, all, r[TP], bytes);
        sum_up(r, experts, all / r[EP], (wide)r[TP] * r[EP], bytes);
    }
}

/* --- failures --------------------------------------------------------------------------------- */

static wide interval_of(const double *r, wide M)
{
    wide c = r[CKPT];
    if (r[EVERY] > 0 || c == 0)
        return r[EVERY];
    if (isinf(M) || c >= 2 * M)
        return M;
    return sqrtl(2 * c * M) + sqrtl(2 * c * M) * sqrtl(c / (2 * M)) / 3 +
           sqrtl(2 * c * M) * (c / (2 * M)) / 9 - c;
}

/* Time for a piece of work and its checkpoint: each of the failures that it will meet costs the
 * mean time to it and restarts until one succeeds. */
static wide share_of(const double *r, wide M, wide T)
{
    if (isinf(M))
        return T > 0 && !isinf(T) ? r[CKPT] / T : 0;
    wide restart = M * expm1l(r[RESTART] / M);
    if (T == 0)
        return restart / M;
    wide failures = expm1l((T + r[CKPT]) / M);
    return (failures * (M + restart) - T) / T;
}

static struct answer answer(const double *r)
{
    struct answer a = { .devices = (wide)r[DP] * r[TP] * r[PP] * r[CP] };
    wide n = a.devices, slice = (wide)r[TP] * r[PP], M = r[MTBF] / n;
    a.flops = r[FLOPS] / n;
    traffic(r, n, a.bytes);
    a.intensity = a.flops > 0 ? a.flops / a.bytes[HBM] : 0;
    a.held = r[STATE] * ((wide)r[WEIGHTS] - r[EXPERT_W] + (wide)r[EXPERT_W] / r[EP]) / slice +
             r[KEEP] / n;
    a.room = r[MEM] - a.held;
    a.time[0] = a.flops * r[SPARSITY] / r[PEAK];
    for (int t = 0; t < TIERS; t++)
        a.time[1 + t] = a.bytes[t] / r[BW + t];
    for (int t = 0; t <= TIERS; t++)
        a.step = a.time[t] > a.step ? a.time[t] : a.step;
    a.step += a.step * ((wide)r[PP] - 1) / r[MICRO];
    a.interval = interval_of(r, M);
    a.share = share_of(r, M, a.interval);
    a.lost = a.step > 0 ? a.step * a.share : 0;
    return a;
}

/* --- judging ---------------------------------------------------------------------------------- */

static int close_to(double got, wide want, wide scale)
{
    double w = (double)want;
    if (isinf(w) || !isfinite(got))
        return got == w;
    return fabsl(got - want) <= scale;
}

static int refuse(struct ridge_verdict *v, const double *r, const char *what, double got, wide want)
{
    v->pass = 0;
    snprintf(v->message, sizeof v->message,
             "mismatch: %s is %.9g, expected %.9g (dp %g tp %g pp %g cp %g ep %g, %g a node, %s)",
             what, got, (double)want, r[DP], r[TP], r[PP], r[CP], r[EP], r[NODE],
             r[TRAIN] ? "training" : "forward only");
    return 0;
}

/* Compares a row of n figures; slack is relative. */
static int figures(struct ridge_verdict *v, const double *r, const char *const *name,
                   const double *got, const wide *want, int n, wide slack)
{
    for (int k = 0; k < n; k++)
        if (!close_to(got[k], want[k], slack * fabsl(want[k])))
            return refuse(v, r, name[k], got[k], want[k]);
    return 1;
}

static int each_row(const struct ridge_case *c, struct ridge_verdict *v, const char *out,
                    int (*judge)(struct ridge_verdict *, const double *, size_t, const double *))
{
    const struct ridge_buffer *rows = ridge_buffer(c, "rows");
    const double *got = ridge_data(c, out);
    if (!rows || !got)
        return -1;
    v->pass = 1;
    for (size_t k = 0; k < rows->count / ROW && v->pass; k++)
        judge(v, (const double *)rows->data + k * ROW, k, got);
    return 0;
}

static const char *const tier_name[] = { "bytes of T_HBM", "bytes of T_HOST", "bytes of T_LINK",
                                         "bytes of T_NET" };

static int judge_ridge(struct ridge_verdict *v, const double *r, size_t k, const double *got)
{
    static const char *const name[] = { "crossover of T_HBM", "crossover of T_HOST",
                                        "crossover of T_LINK", "crossover of T_NET" };
    wide want[TIERS];
    for (int t = 0; t < TIERS; t++)
        want[t] = (wide)r[PEAK] / r[SPARSITY] / r[BW + t];
    return figures(v, r, name, got + k * TIERS, want, TIERS, 1e-9L);
}

static int judge_held(struct ridge_verdict *v, const double *r, size_t k, const double *got)
{
    static const char *const name[] = { "devices", "resident" };
    struct answer a = answer(r);
    const wide want[] = { a.devices, a.held };
    return figures(v, r, name, got + 2 * k, want, 2, 1e-9L);
}

static int judge_bytes(struct ridge_verdict *v, const double *r, size_t k, const double *got)
{
    struct answer a = answer(r);
    return figures(v, r, tier_name, got + k * TIERS, a.bytes, TIERS, 1e-9L);
}

static int judge_loss(struct ridge_verdict *v, const double *r, size_t k, const double *got)
{
    static const char *const name[] = { "interval", "loss" };
    struct answer a = answer(r);
    const wide want[] = { a.interval, a.share };
    return figures(v, r, name, got + 2 * k, want, 1, 1e-9L) &&
           figures(v, r, name + 1, got + 2 * k + 1, want + 1, 1, 1e-6L);
}

static int judge_plan(struct ridge_verdict *v, const double *r, size_t k, const double *got)
{
    static const char *const name[] = { "devices", "flops", "intensity" };
    static const char *const time[] = { "time[0], arithmetic", "time[1], T_HBM", "time[2], T_HOST",
                                        "time[3], T_LINK", "time[4], T_NET" };
    static const char *const rest[] = { "step", "interval" }, *const lost[] = { "lost" };
    struct answer a = answer(r);
    const wide first[] = { a.devices, a.flops, a.intensity }, then[] = { a.step, a.interval };
    got += k * PLAN;
    if (!figures(v, r, name, got, first, 3, 1e-9L) ||
        !figures(v, r, tier_name, got + 7, a.bytes, TIERS, 1e-9L) ||
        !figures(v, r, time, got + 11, a.time, 1 + TIERS, 1e-9L))
        return 0;
    if (!close_to(got[3], a.room, 1e-9L * r[MEM] + 1e-9L * a.held))
        return refuse(v, r, "room", got[3], a.room);
    return figures(v, r, rest, got + 4, then, 2, 1e-9L) &&
           figures(v, r, lost, got + 6, &a.lost, 1, 1e-6L);
}

int ridge_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return each_row(c, v, "ridge", judge_ridge);
}

int held_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return each_row(c, v, "held", judge_held);
}

int bytes_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return each_row(c, v, "bytes", judge_bytes);
}

int loss_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return each_row(c, v, "losses", judge_loss);
}

int plan_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return each_row(c, v, "made", judge_plan);
}

/* A row of plans: room, lost, time[0..4]. */
static int32_t binding(const double *r)
{
    static const int order[] = { 2, 3, 4, 5, 6, 1 };
    int32_t best = 0;
    for (int32_t k = 1; k < 6; k++)
        best = r[order[k]] > r[order[best]] ? k : best;
    return r[0] < 0 ? 6 : best;
}

int axis_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *plans = ridge_buffer(c, "plans");
    const int32_t *got = ridge_data(c, "binds");
    if (!plans || !got)
        return -1;
    v->pass = 1;
    const double *r = plans->data;
    for (size_t k = 0; k < plans->count / READ && v->pass; k++, r += READ) {
        v->pass = got[k] == binding(r);
        if (!v->pass)
            snprintf(v->message, sizeof v->message,
                     "mismatch: which_axis_binds is %d, expected %d (room %g, times %g %g %g %g %g, "
                     "lost %g)", got[k], binding(r), r[0], r[2], r[3], r[4], r[5], r[6], r[1]);
    }
    return 0;
}

/* --- inputs ----------------------------------------------------------------------------------- */

static double pick(uint64_t *s, int n, ...)
{
    va_list list;
    int chosen = (int)(ridge_next(s) % (uint64_t)n);
    double v = 0;
    va_start(list, n);
    for (int k = 0; k <= chosen; k++)
        v = va_arg(list, int);
    va_end(list);
    return v;
}

struct shape {
    double L, d, kv, ff, V, E, topk; /* kv: width of all keys of a token */
};

static struct shape draw_shape(int experts, uint64_t *s)
{
    static const struct shape dense[] = { { 32, 4096, 1024, 14336, 128256, 1, 0 },
                                          { 80, 8192, 1024, 28672, 128256, 1, 0 },
                                          { 128, 16384, 1024, 53248, 128256, 1, 0 } };
    static const struct shape mixed[] = { { 32, 4096, 1024, 14336, 32000, 8, 2 },
                                          { 64, 6144, 1024, 10752, 100352, 16, 4 } };
    return experts ? mixed[ridge_next(s) % 2] : dense[ridge_next(s) % 3];
}

/* One step of a model: decoding, a prefill or training. */
static void draw_op(const struct shape *m, double *r, uint64_t *s)
{
    double attn = m->L * 2 * m->d * (m->d + m->kv), expert = m->L * 3 * m->d * m->ff;
    double stored = attn + m->E * expert + 2 * m->V * m->d;
    double used = attn + (m->topk > 0 ? m->topk : 1) * expert + m->V * m->d;
    double seqs = pick(s, 4, 16, 64, 256, 1024), len = pick(s, 3, 2048, 4096, 8192);
    int task = (int)(ridge_next(s) % 3), train = task == 2;
    double tokens = task == 0 ? seqs : seqs * len, cache = seqs * len * m->L * 4 * m->kv;
    r[FLOPS] = (train ? 6 : 2) * used * tokens;
    r[WEIGHTS] = 2 * stored;
    r[EXPERT_W] = m->topk > 0 ? 2 * m->E * expert : 0;
    r[ACTS] = task == 0 ? cache : (train ? 68 : 24) * tokens * m->d * m->L;
    r[ON_HOST] = pick(s, 3, 0, 1, 4) * tokens * m->d;
    r[HIDDEN] = 2 * tokens * m->d;
    r[KV] = 4 * tokens * m->kv;
    r[KEEP] = train ? 34 * tokens * m->d * m->L / 64 : cache;
    r[STATE] = train ? 8 : 1;
    r[LAYERS] = m->L;
    r[TRAIN] = train;
    r[MICRO] = pick(s, 4, 1, 4, 8, 32);
    r[SWEEPS] = train ? 3 * r[MICRO] : 1;
    r[TOPK] = m->topk;
}

static void draw_grid(int kind, double *r, uint64_t *s)
{
    double node = pick(s, 5, 1, 4, 8, 8, 16);
    int any = kind == MIXED || kind == FAILURES;
    for (int k = DP; k <= EP; k++)
        r[k] = 1;
    if (kind == TENSOR || any)
        r[TP] = pick(s, 4, 1, 2, 4, 8);
    if (kind == DATA || any)
        r[DP] = pick(s, 4, 1, 2, 8, 64);
    if (kind == PIPELINE || any)
        r[PP] = pick(s, 4, 2, 4, 8, 16);
    if (kind == CONTEXT || any)
        r[CP] = pick(s, 4, 1, 2, 8, 16);
    if (kind == EXPERTS)
        r[DP] = pick(s, 3, 8, 16, 64), r[TP] = pick(s, 2, 1, 2);
    if (kind == EXPERTS || (any && r[TOPK] > 0 && r[DP] * r[CP] >= 8))
        r[EP] = pick(s, 3, 2, 4, 8);
    r[NODE] = node;
    if (kind == THREES)
        r[TP] = 3, r[DP] = 4, r[CP] = pick(s, 2, 1, 2), r[NODE] = pick(s, 3, 3, 6, 12);
}

static void draw_risk(double *r, uint64_t *s)
{
    r[MTBF] = 3600 * exp2(12 + 6 * ridge_uniform(s));
    r[CKPT] = pick(s, 5, 0, 2, 30, 120, 600);
    r[RESTART] = pick(s, 4, 0, 60, 300, 1200);
    r[EVERY] = pick(s, 4, 0, 0, 600, 3600);
}

/* The ends of the range, of which a learner's formulas should be thought of first. */
static void bend(size_t k, double *r)
{
    static const struct {
        int n; /* settings that follow */
        struct {
            enum col at;
            double value;
        } set[8];
    } bent[] = {
        { 2, { { SWEEPS, 0 }, { ACTS, 0 } } },                                   /* no bytes */
        { 1, { { FLOPS, 0 } } },                                                 /* no arithmetic */
        { 4, { { FLOPS, 0 }, { SWEEPS, 0 }, { ACTS, 0 }, { ON_HOST, 0 } } },     /* nothing at all */
        { 3, { { MTBF, INFINITY }, { CKPT, 30 }, { EVERY, 0 } } },               /* nothing fails */
        { 3, { { MTBF, INFINITY }, { CKPT, 0 }, { EVERY, 0 } } },
        { 3, { { MTBF, INFINITY }, { CKPT, 30 }, { EVERY, 600 } } },
        { 3, { { CKPT, 0 }, { RESTART, 300 }, { EVERY, 0 } } },                  /* free to write */
        { 4, { { MTBF, 100 }, { CKPT, 300 }, { RESTART, 30 }, { EVERY, 0 } } },  /* mtbf < ckpt */
        { 4, { { MTBF, 150 }, { CKPT, 300 }, { RESTART, 0 }, { EVERY, 0 } } },   /* ckpt = 2 M */
        { 4, { { MTBF, 1 }, { CKPT, 300 }, { RESTART, 3000 }, { EVERY, 600 } } }, /* never ends */
        { 4, { { MTBF, 1e15 }, { CKPT, 60 }, { RESTART, 60 }, { EVERY, 0 } } },  /* loss 3.5e-7 */
        { 4, { { MTBF, 1e14 }, { CKPT, 0x1p-20 }, { RESTART, 1 }, { EVERY, 3600 } } },
        { 8, { { FLOPS, 0 }, { SWEEPS, 0 }, { ACTS, 0 }, { ON_HOST, 0 }, { MTBF, 1 }, { CKPT, 300 },
               { RESTART, 3000 }, { EVERY, 600 } } },                            /* 0 times endless */
        { 4, { { DP, 0x1p17 }, { TP, 256 }, { PP, 16 }, { CP, 64 } } },          /* 2^35 devices */
    };
    k %= sizeof bent / sizeof bent[0];
    for (int j = 0; j < bent[k].n; j++)
        r[bent[k].set[j].at] = bent[k].set[j].value;
}

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const char *const machine[] = { "peak", "sparsity", "hbm", "host", "link", "net", "mem" };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int kind = (int)ridge_num(c, "kind");
    if (!b || b->dtype != RIDGE_F64 || b->count % ROW || kind < ONE || kind > THREES)
        return -1;
    for (size_t k = 0; k < b->count / ROW; k++) {
        double *r = (double *)b->data + k * ROW;
        int wants = kind == EXPERTS || (kind == MIXED && ridge_next(&seed) % 2);
        struct shape m = draw_shape(wants, &seed);
        draw_op(&m, r, &seed);
        draw_grid(kind, r, &seed);
        for (int j = 0; j < 7; j++)
            r[PEAK + j] = ridge_num(c, machine[j]);
        draw_risk(r, &seed);
        if (kind == EDGES)
            bend(k, r);
    }
    return 0;
}

/* Small whole numbers, so that ties are common; at times no room, exactly none, an endless loss. */
int plans_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_F64 || b->count % READ)
        return -1;
    double *r = b->data;
    for (size_t k = 0; k < b->count / READ; k++, r += READ) {
        r[0] = pick(&seed, 6, -1, 0, 1, 1, 8, 8);
        for (int j = 1; j < READ; j++)
            r[j] = pick(&seed, 4, 0, 1, 2, 3);
        if (k % 16 == 5)
            r[1] = INFINITY;
        if (k % 16 == 9)
            r[2] = r[3] = 4; /* exactly at the ridge */
        if (k == 0)
            memset(r, 0, READ * sizeof *r);
    }
    return 0;
}
