/*
 * Oracles and input generators of w03-txmath. The model is the case's own fields. Parameters are
 * counted term by term from the description in lab.h, in int64; nothing is shared with the
 * reference.
 *
 * Rows are made so that every exact answer stays below 2^53: a double then holds it, and the order
 * in which its factors are multiplied does not matter.
 */
#include <ridge/oracle.h>

enum { ROW = 8, NUMS = 3 };
/* tol.dot's unit is float's: times this it forgives the order of operations in double, and nothing else. */
#define SLACK 0x1p-16

enum nums { TRAIN = 1, MFU, CHINCHILLA };
enum row { SEQS, LEN, CAUSAL, BYTES, TP, SP, CKPT };

struct model {
    int64_t L, d, H, Hkv, hd, ff, V, tied, gated, bias, npos, E, topk;
};

static int64_t whole(const struct ridge_case *c, const char *name)
{
    double v = ridge_num(c, name);
    return v >= 0 ? (int64_t)v : -1;
}

/* -1 when the case isn't a model. */
static int model_of(const struct ridge_case *c, struct model *m)
{
    *m = (struct model){ whole(c, "L"),    whole(c, "d"),     whole(c, "H"),    whole(c, "Hkv"),
                         whole(c, "hd"),   whole(c, "ff"),    whole(c, "V"),    whole(c, "tied"),
                         whole(c, "gated"), whole(c, "bias"), whole(c, "npos"), whole(c, "E"),
                         whole(c, "topk") };
    if (m->L < 0 || m->d < 1 || m->H < 1 || m->Hkv < 1 || m->H % m->Hkv)
        return -1;
    return m->hd < 1 || m->ff < 1 || m->V < 1 || m->topk > m->E ? -1 : 0;
}

/* --- parameters ------------------------------------------------------------------------------- */

static int64_t weights_of_experts(const struct model *m, int64_t experts)
{
    int64_t mats = m->gated ? 3 : 2;
    return experts * mats * m->d * m->ff;
}

static int64_t weights_of_attention(const struct model *m)
{
    int64_t q_and_o = 2 * m->d * m->H * m->hd, k_and_v = 2 * m->d * m->Hkv * m->hd;
    return q_and_o + k_and_v;
}

static int64_t total(const struct model *m)
{
    int64_t experts = m->E ? m->E : 1;
    int64_t norms = (2 * m->L + 1) * m->d * (m->bias ? 2 : 1);
    int64_t biases = 0;
    if (m->bias) {
        int64_t attn = m->H * m->hd + 2 * m->Hkv * m->hd + m->d;
        int64_t mlp = experts * ((m->gated ? 2 : 1) * m->ff + m->d);
        biases = m->L * (attn + mlp);
    }
    int64_t layer = weights_of_attention(m) + weights_of_experts(m, experts) + m->d * m->E;
    int64_t weights = m->L * layer;
    int64_t tables = m->V * m->d * (m->tied ? 1 : 2) + m->npos * m->d;
    return weights + biases + norms + tables;
}

static int64_t multiplied(const struct model *m)
{
    int64_t mlp = m->E ? weights_of_experts(m, m->topk) + m->d * m->E : weights_of_experts(m, 1);
    return m->L * (weights_of_attention(m) + mlp) + m->d * m->V;
}

int total_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                 double *want, double *scale)
{
    struct model m;
    (void)out, (void)index;
    if (model_of(c, &m))
        return -1;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = (double)total(&m);
    return 0;
}

int multiplied_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                      double *want, double *scale)
{
    struct model m;
    (void)out, (void)index;
    if (model_of(c, &m))
        return -1;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = (double)multiplied(&m);
    return 0;
}

/* --- work and memory -------------------------------------------------------------------------- */

static double forward(const struct model *m, double B, double S, int causal)
{
    double pairs = causal ? S * (S + 1) / 2 : S * S;
    double scores = 2.0 * (double)m->hd * pairs, values = 2.0 * (double)m->hd * pairs;
    double heads = B * (double)m->L * (double)m->H;
    return 2 * (double)multiplied(m) * B * S + heads * (scores + values);
}

static double activations(const struct model *m, const int64_t *r)
{
    double s = (double)r[LEN], b = (double)r[SEQS], d = (double)m->d, t = (double)r[TP];
    double unsplit = r[SP] ? t : 1, layer;
    if (r[CKPT] == 2)
        layer = 2 * s * b * d / unsplit;
    else
        layer = 10 * s * b * d / unsplit + 24 * s * b * d / t +
                (r[CKPT] == 1 ? 0 : 5 * (double)m->H * s * s * b / t);
    return (double)m->L * layer;
}

static int by_row(const struct ridge_case *c, const size_t *index, size_t n, double *want,
                  double *scale, double (*f)(const struct model *, const int64_t *))
{
    struct model m;
    const int64_t *rows = ridge_data(c, "rows");
    if (model_of(c, &m) || !rows)
        return -1;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = f(&m, rows + index[k] * ROW);
    return 0;
}

static double forward_row(const struct model *m, const int64_t *r)
{
    return forward(m, (double)r[SEQS], (double)r[LEN], (int)r[CAUSAL]);
}

static double cache_row(const struct model *m, const int64_t *r)
{
    double vectors = 2.0 * (double)m->L * (double)m->Hkv * (double)(r[SEQS] * r[LEN]);
    return vectors * (double)m->hd * (double)r[BYTES];
}

int forward_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                   double *want, double *scale)
{
    (void)out;
    return by_row(c, index, n, want, scale, forward_row);
}

int cache_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                 double *want, double *scale)
{
    (void)out;
    return by_row(c, index, n, want, scale, cache_row);
}

int activations_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                       double *want, double *scale)
{
    (void)out;
    return by_row(c, index, n, want, scale, activations);
}

/* Element 0 counts all pairs, element 1 half of them. */
int crossover_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                     double *want, double *scale)
{
    struct model m;
    (void)out;
    if (model_of(c, &m))
        return -1;
    for (size_t k = 0; k < n; k++) {
        double linear = 2 * (double)multiplied(&m);                         /* per token */
        double square = 4 * (double)m.L * (double)m.H * (double)m.hd;       /* per pair */
        if (index[k] == 1)
            square /= 2;
        want[k] = m.L ? linear / square : INFINITY;
        scale[k] = SLACK * want[k];
    }
    return 0;
}

/* --- formulas without a model ----------------------------------------------------------------- */

int nums_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    const double *nums = ridge_data(c, "nums");
    int64_t op = whole(c, "op");
    (void)out;
    if (!nums || op < TRAIN || op > CHINCHILLA)
        return -1;
    for (size_t k = 0; k < n; k++) {
        const double *r = nums + (op == CHINCHILLA ? index[k] / 2 : index[k]) * NUMS;
        if (op == TRAIN)
            want[k] = 2 * r[0] * r[1] + 4 * r[0] * r[1]; /* forward, backward */
        else if (op == MFU)
            want[k] = 6 * r[1] / (r[2] / r[0]); /* needed per token, available per token */
        else if (index[k] % 2 == 0)
            want[k] = sqrt(r[0] / 120);
        else
            want[k] = r[0] / (6 * sqrt(r[0] / 120));
        scale[k] = SLACK * fabs(want[k]);
    }
    return 0;
}

/* --- inputs ----------------------------------------------------------------------------------- */

static int64_t pick(uint64_t *s, const int64_t *list, size_t n)
{
    return list[ridge_next(s) % n];
}

/* B, S: usual shapes first, then any; B is halved until no answer about them reaches 2^52. */
static void fill_row(const struct model *m, size_t k, int64_t *r, uint64_t *s)
{
    static const int64_t usual[][2] = { { 1, 1 },     { 1, 2 },    { 1, 2048 },
                                        { 32, 2048 }, { 1, 8192 }, { 7, 333 } };
    static const int64_t lens[] = { 3, 17, 100, 999, 1000, 1024, 4096, 5000, 16384 };
    static const int64_t seqs[] = { 1, 2, 3, 8, 16, 48 }, bytes[] = { 1, 2, 4 };
    static const int64_t ways[] = { 1, 2, 3, 4, 8 };
    size_t nusual = sizeof usual / sizeof usual[0];
    r[SEQS] = k < nusual ? usual[k][0] : pick(s, seqs, 6);
    r[LEN] = k < nusual ? usual[k][1] : pick(s, lens, 9);
    r[CAUSAL] = (int64_t)(k % 2);
    r[BYTES] = k < 4 ? 2 : pick(s, bytes, 3);
    r[CKPT] = (int64_t)(k / 2 % 3);
    r[SP] = (int64_t)(ridge_next(s) % 2);
    do
        r[TP] = pick(s, ways, 5);
    while (m->H % r[TP] || m->d % r[TP] || (r[SP] && r[LEN] % r[TP]));
    while (forward(m, (double)r[SEQS], (double)r[LEN], 0) >= 0x1p52 && r[SEQS] > 1)
        r[SEQS] /= 2;
}

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    struct model m;
    if (!b || b->dtype != RIDGE_I64 || b->count % ROW || model_of(c, &m))
        return -1;
    int64_t *rows = b->data;
    memset(rows, 0, b->count * sizeof *rows);
    for (size_t k = 0; k < b->count / ROW; k++)
        fill_row(&m, k, rows + k * ROW, &seed);
    return 0;
}

/* N, D | tok/s, N, peak | C: figures of real runs first, then any over many decades. */
int nums_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const double real[][4][NUMS] = {
        [TRAIN] = { { 6738415616.0, 2e12 }, { 175e9, 300e9 }, { 70e9, 1.4e12 }, { 1, 1 } },
        [MFU] = { { 3000, 6738415616.0, 312e12 },
                  { 1e6, 70e9, 989.4e12 * 1024 },
                  { 400, 70e9, 989.4e12 },
                  { 0, 7e9, 312e12 } },
        [CHINCHILLA] = { { 5.88e23 }, { 1e18 }, { 120 }, { 3.14e23 } },
    };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t op = whole(c, "op");
    if (!b || b->dtype != RIDGE_F64 || b->count % NUMS || op < TRAIN || op > CHINCHILLA)
        return -1;
    double *nums = b->data;
    for (size_t k = 0; k < b->count / NUMS; k++, nums += NUMS) {
        nums[0] = exp2(10 + 60 * ridge_uniform(&seed));
        nums[1] = exp2(20 + 20 * ridge_uniform(&seed));
        nums[2] = exp2(40 + 20 * ridge_uniform(&seed));
        if (k < 4)
            memcpy(nums, real[op][k], sizeof real[op][k]);
    }
    return 0;
}
