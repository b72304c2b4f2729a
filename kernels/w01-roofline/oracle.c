/*
 * Oracles and input generators of w01-roofline: closed forms in float64, written once more from the
 * definitions in lab.h and sharing nothing with the reference.
 *
 * A case's field `op` says what its rows are; the first rows are the shapes worth testing, the rest
 * are drawn from the seed. All counts stay below 2^53, so that every order of multiplication gives
 * the same double and the comparison can be exact.
 */
#include <ridge/oracle.h>

enum { ROW = 6 };
enum op { GEMM = 1, ELEMENTWISE, SOFTMAX, NORM, ATTENTION };
enum trace { GPT2 = 1, TIES, SHORT, RANDOM, IDLE };

struct pair {
    double flops, bytes;
};

/* A whole-number field of the case, 0 when the case doesn't have it. */
static int field(const struct ridge_case *c, const char *name)
{
    double v = ridge_num(c, name);
    return v > 0 ? (int)v : 0;
}

/* --- costs ---------------------------------------------------------------------------------- */

static struct pair gemm(double m, double n, double k, double b)
{
    double macs = m * n * k, elements = m * k + k * n + m * n;
    return (struct pair){ 2 * macs, elements * b };
}

static struct pair cost_of(enum op op, const double *r)
{
    switch (op) {
    case GEMM:
        return gemm(r[0], r[1], r[2], r[3]);
    case ELEMENTWISE:
        return (struct pair){ r[0] * r[3], r[0] * r[1] * r[4] + r[0] * r[2] * r[4] };
    case SOFTMAX:
        return (struct pair){ 5 * r[0] * r[1], 2 * r[0] * r[1] * r[2] };
    case NORM:
        return (struct pair){ 8 * r[0] * r[1], 2 * r[0] * r[1] * r[2] };
    case ATTENTION: {
        double heads = r[0] * r[1], S = r[2], d = r[3], b = r[4];
        /* FLOP: two GEMMs of 2*S*S*d, 2 an element for the mask, 5 for the softmax.
         * Elements moved: Q, K in and S x S out; S x S in and out, twice; S x S, V in and O out. */
        return (struct pair){ heads * (4 * S * S * d + 7 * S * S),
                              heads * (4 * S * d + 6 * S * S) * b };
    }
    }
    return (struct pair){ NAN, NAN };
}

int cost_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    const double *rows = ridge_data(c, "rows");
    (void)out;
    if (!rows)
        return -1;
    for (size_t k = 0; k < n; k++) {
        struct pair p = cost_of((enum op)field(c, "op"), rows + index[k] / 2 * ROW);
        want[k] = index[k] % 2 ? p.bytes : p.flops;
        scale[k] = want[k];
    }
    return 0;
}

int roof_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    const double *rows = ridge_data(c, "rows");
    if (!rows)
        return -1;
    for (size_t k = 0; k < n; k++) {
        const double *r = rows + index[k] * ROW;
        double compute = r[0] / r[2], traffic = r[1] / r[3];
        if (!strcmp(out, "time"))
            want[k] = compute > traffic ? compute : traffic;
        else
            want[k] = compute >= traffic;
        scale[k] = want[k] * 0x1p-16; /* tol.dot's u is float's; this makes it about 1e-12 */
    }
    return 0;
}

int top3_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    const double *rows = ridge_data(c, "rows");
    double peak = ridge_num(c, "peak"), bw = ridge_num(c, "bw");
    int count = field(c, "R"), top[3] = { -1, -1, -1 };
    (void)out;
    if (!rows || !(peak > 0) || !(bw > 0))
        return -1;
    for (int place = 0; place < 3; place++) {
        double longest = -1;
        for (int k = 0; k < count; k++) {
            const double *r = rows + k * ROW;
            double t = r[2] * fmax(r[0] / peak, r[1] / bw);
            int taken = (place > 0 && top[0] == k) || (place > 1 && top[1] == k);
            if (!taken && t > longest) {
                longest = t;
                top[place] = k;
            }
        }
    }
    for (size_t k = 0; k < n; k++) {
        want[k] = top[index[k]];
        scale[k] = 1;
    }
    return 0;
}

/* --- micro-benchmarks ------------------------------------------------------------------------- */

int copy_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    const float *src = ridge_data(c, "src");
    (void)out;
    if (!src)
        return -1;
    for (size_t k = 0; k < n; k++)
        scale[k] = fabs(want[k] = (double)src[index[k]]);
    return 0;
}

/* dst_s is a guard, n copied values, a guard; they come from the fourth float of src_s on. */
int shifted_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                   double *want, double *scale)
{
    const float *src = ridge_data(c, "src_s");
    size_t len = (size_t)ridge_int(c, "n");
    (void)out;
    if (!src)
        return -1;
    for (size_t k = 0; k < n; k++) {
        int guard = index[k] == 0 || index[k] == len + 1;
        scale[k] = fabs(want[k] = guard ? -8 : (double)src[index[k] - 1 + 3]);
    }
    return 0;
}

/* fmaf is correctly rounded whatever the processor, so this is the answer to the last bit. */
int chain_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                 double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    float add = (float)ridge_num(c, "c");
    int64_t steps = ridge_int(c, "steps");
    (void)out;
    if (!x)
        return -1;
    for (size_t k = 0; k < n; k++) {
        float v = x[index[k]];
        for (int64_t s = 0; s < steps; s++)
            v = fmaf(v, v, add);
        scale[k] = fabs(want[k] = (double)v);
    }
    return 0;
}

/* --- inputs ----------------------------------------------------------------------------------- */

/* A whole number in [1, 2^bits), about as often small as large. */
static double whole(uint64_t *s, int bits)
{
    double x = floor(exp2(ridge_uniform(s) * bits));
    return x < 1 ? 1 : x;
}

static double element_size(uint64_t *s)
{
    static const double sizes[] = { 1, 2, 4, 8 };
    return sizes[ridge_next(s) % 4];
}

#define ROWS(...) __VA_ARGS__, { -1 }

static const double gemm_rows[][ROW] = { ROWS(
    { 1, 1, 1, 4 }, { 1, 4096, 4096, 2 }, { 4096, 1, 4096, 2 }, { 4096, 4096, 1, 2 },
    { 32, 4096, 4096, 2 }, { 4096, 4096, 4096, 2 }, { 3, 5, 7, 1 }, { 1024, 50257, 768, 2 },
    { 65536, 65536, 65536, 1 }, { 50000, 49999, 50001, 4 }, { 1, 3000000000.0, 1, 2 }) };
static const double elementwise_rows[][ROW] = { ROWS(
    { 1, 1, 1, 1, 4 }, { 1048576, 2, 1, 1, 4 }, { 4294967296.0, 1, 1, 0, 2 },
    { 3000000000.0, 3, 1, 2, 4 }, { 1000, 0, 1, 0, 4 }, { 1000, 1, 0, 1, 2 },
    { 3145728, 1, 1, 8, 2 }, { 12345, 2, 3, 1.5, 1 }) };
static const double rows_rows[][ROW] = { ROWS(
    { 1, 1, 4 }, { 1, 131072, 4 }, { 16384, 8192, 2 }, { 12288, 1024, 2 }, { 100000, 100000, 4 },
    { 7, 13, 1 }) };
static const double attention_rows[][ROW] = { ROWS(
    { 1, 1, 1, 1, 2 }, { 1, 12, 1024, 64, 2 }, { 32, 32, 2048, 128, 2 }, { 1, 64, 8192, 128, 2 },
    { 2, 3, 5, 7, 4 }, { 1, 8, 131072, 128, 1 }) };
static const double roof_rows[][ROW] = { ROWS(
    { 156e6, 1e6, 312e12, 2e12 },  /* on the ridge of the seed's A100 */
    { 1024, 4, 0x1p40, 0x1p32 },   /* on a ridge of 256, exactly */
    { 1023, 4, 0x1p40, 0x1p32 }, { 1025, 4, 0x1p40, 0x1p32 },
    { 1e9, 0, 1e12, 1e9 },         /* no traffic: an intensity of infinity */
    { 0, 1e9, 1e12, 1e9 },         /* no arithmetic: a copy */
    { 0, 0, 1e12, 1e9 },           /* nothing to do: a tie at zero */
    { 137438953472.0, 100663296, 312e12, 2e12 }, { 137438953472.0, 100663296, 150e9, 12e9 },
    { 2e12, 2e12, 1e12, 1e12 }) };

static int fill_costs(enum op op, double *rows, size_t count, uint64_t *s)
{
    static const double(*const fixed[])[ROW] = { [GEMM] = gemm_rows,
                                                 [ELEMENTWISE] = elementwise_rows,
                                                 [SOFTMAX] = rows_rows,
                                                 [NORM] = rows_rows,
                                                 [ATTENTION] = attention_rows };
    if (op < GEMM || op > ATTENTION)
        return -1;
    size_t k = 0;
    for (; k < count && fixed[op][k][0] >= 0; k++)
        memcpy(rows + k * ROW, fixed[op][k], sizeof fixed[op][k]);
    for (; k < count; k++) {
        double *r = rows + k * ROW, b = element_size(s);
        double one[ROW] = { whole(s, 16), whole(s, 15), whole(s, 15), b };
        if (op == ELEMENTWISE) {
            double flop = (double)(ridge_next(s) % 41) / 4;
            memcpy(one, (double[ROW]){ whole(s, 34), (double)(1 + ridge_next(s) % 4),
                                       (double)(1 + ridge_next(s) % 3), flop, b }, sizeof one);
        } else if (op == SOFTMAX || op == NORM) {
            memcpy(one, (double[ROW]){ whole(s, 20), whole(s, 17), b }, sizeof one);
        } else if (op == ATTENTION) {
            memcpy(one, (double[ROW]){ whole(s, 5), whole(s, 6), whole(s, 14), whole(s, 8), b },
                   sizeof one);
        }
        memcpy(r, one, sizeof one);
    }
    return 0;
}

static void fill_roofs(double *rows, size_t count, uint64_t *s)
{
    size_t k = 0;
    for (; k < count && roof_rows[k][0] >= 0; k++)
        memcpy(rows + k * ROW, roof_rows[k], sizeof roof_rows[k]);
    for (; k < count; k++) {
        double one[ROW] = { whole(s, 45), whole(s, 40), whole(s, 50), whole(s, 42) };
        memcpy(rows + k * ROW, one, sizeof one);
    }
}

static void line(double **r, struct pair cost, double times, double calls)
{
    (*r)[0] = cost.flops * times;
    (*r)[1] = cost.bytes * times;
    (*r)[2] = calls;
    *r += ROW;
}

/* The forward pass of GPT-2 124M on one sequence of 1,024 tokens in 16 bits, attention unfused: the
 * twelve kernels in the order in which a profiler first meets them. `times` is the number of equal
 * problems inside one call (a batched GEMM does all heads at once). */
static size_t fill_gpt2(double *r)
{
    const double L = 12, H = 12, d = 768, hd = d / H, ff = 4 * d, V = 50257, S = 1024, b = 2;
    const struct pair square = { 0, 2 * S * S * b }; /* S x S in and out */
    double *first = r;
    line(&r, (struct pair){ 8 * S * d, 2 * S * d * b }, 1, 2 * L + 1);              /* layernorm */
    line(&r, gemm(S, 3 * d, d, b), 1, L);                                           /* qkv */
    line(&r, gemm(S, S, hd, b), H, L);                                              /* scores */
    line(&r, (struct pair){ 2 * S * S, square.bytes }, H, L);                       /* scale+mask */
    line(&r, (struct pair){ 5 * S * S, square.bytes }, H, L);                       /* softmax */
    line(&r, gemm(S, hd, S, b), H, L);                                              /* pv */
    line(&r, gemm(S, d, d, b), 1, L);                                               /* attn_proj */
    line(&r, (struct pair){ S * d, 3 * S * d * b }, 1, 2 * L);                      /* residual */
    line(&r, gemm(S, ff, d, b), 1, L);                                              /* mlp_fc */
    line(&r, (struct pair){ 8 * S * ff, 2 * S * ff * b }, 1, L);                    /* gelu */
    line(&r, gemm(S, d, ff, b), 1, L);                                              /* mlp_proj */
    line(&r, gemm(S, V, d, b), 1, 1);                                               /* lm_head */
    return (size_t)(r - first) / ROW;
}

static int fill_trace(enum trace kind, double *rows, size_t count, uint64_t *s)
{
    double whole_trace[12 * ROW] = { 0 };
    if (kind == GPT2) {
        size_t k = fill_gpt2(whole_trace);
        if (k > sizeof whole_trace / sizeof whole_trace[0] / ROW || count != k)
            return -1;
        memcpy(rows, whole_trace, k * ROW * sizeof *rows);
        return 0;
    }
    if (kind == IDLE) {
        static const double idle[4][3] = { { 0, 0, 3 }, { 1e9, 1e9, 0 }, { 1e3, 0, 0x1p33 }, { 1e12, 0, 1 } };
        for (size_t k = 0; k < count && k < 4; k++)
            memcpy(rows + k * ROW, idle[k], sizeof idle[k]);
        return 0;
    }
    for (size_t k = 0; k < count; k++) {
        double *r = rows + k * ROW;
        if (kind == RANDOM || kind == SHORT) {
            r[0] = whole(s, 44);
            r[1] = whole(s, 36);
            r[2] = whole(s, 7);
        } else { /* two short lines, then equal times: by compute, by few large, by many small */
            static const double road[3][3] = {
                { 0x1p30, 0, 4 }, { 0, 0x1p22, 4 }, { 0, 0x1p20, 16 }
            };
            memcpy(r, road[k % 3], sizeof road[0]);
            if (k < 2)
                r[2] = 1;
        }
    }
    return 0;
}

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_F64 || b->count % ROW)
        return -1;
    size_t count = b->count / ROW;
    double *rows = b->data;
    memset(rows, 0, b->count * sizeof *rows);
    if (field(c, "trace"))
        return fill_trace((enum trace)field(c, "trace"), rows, count, &seed);
    if (field(c, "op"))
        return fill_costs((enum op)field(c, "op"), rows, count, &seed);
    fill_roofs(rows, count, &seed);
    return 0;
}

/* Lanes from -1 to 1; or all at 1 + 2^-12, whose square 1 + 2^-11 + 2^-24 ends in half a unit of float. */
int x_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    float *x = b->data;
    int tie = field(c, "tie");
    for (size_t k = 0; k < b->count; k++)
        x[k] = tie ? 0x1.001p0f : (float)(2 * ridge_uniform(&seed) - 1);
    return 0;
}
