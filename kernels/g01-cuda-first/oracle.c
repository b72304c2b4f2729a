/*
 * The first kernels in double or in exact integers, and the three functions against what they promise.
 * The grid of a plan is found by division with remainder, the fate of a run by a table of its fault: neither
 * repeats the reference's way.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

/* From -2 to 2; where the case says `special`, every third is NaN, 0 or an end of the range. */
int x_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const float ends[] = { NAN, INFINITY, -INFINITY, 3.4e38f, -3.4e38f, 1e-44f, -1e-44f, 0 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *x = b ? b->data : NULL;
    int special = ridge_num(c, "special") > 0;
    if (!x || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        x[i] = (float)(4 * ridge_uniform(&seed) - 2);
        if (special && i % 3 == 0)
            x[i] = ends[i / 3 % (sizeof ends / sizeof *ends)];
    }
    return 0;
}

int relu_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                double *want, double *scale)
{
    const float *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = fmax(x[index[k]], 0);
    return 0;
}

int saxpy_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                 double *want, double *scale)
{
    const float *x = ridge_data(c, "x"), *y = ridge_data(c, "y");
    double a = (double)(float)ridge_num(c, "a");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        double product = a * (double)x[index[k]], term = (double)y[index[k]];
        want[k] = product + term;
        scale[k] = fabs(product) + fabs(term);
    }
    return 0;
}

enum { BX = 8, BY = 4, BZ = 2 }; /* the manifest's block of stamp */

int stamp_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                 double *want, double *scale)
{
    int64_t X = ridge_int(c, "X"), Y = ridge_int(c, "Y");
    int64_t across = (X + BX - 1) / BX, down = (Y + BY - 1) / BY;
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int64_t x = (int64_t)index[k] % X, y = (int64_t)index[k] / X % Y, z = (int64_t)index[k] / X / Y;
        int64_t block = x / BX + across * (y / BY) + across * down * (z / BZ);
        int64_t thread = x % BX + BX * (y % BY) + BX * BY * (z % BZ);
        scale[k] = want[k] = (double)(block * BX * BY * BZ + thread);
    }
    return 0;
}

/* Logits evenly drawn from offset ± spread, fields of the case. */
int logits_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double spread = ridge_num(c, "spread"), offset = ridge_num(c, "offset");
    float *x = b ? b->data : NULL;
    if (!x || b->dtype != RIDGE_F32 || !(spread > 0))
        return -1;
    if (isnan(offset))
        offset = 0; /* the case has none */
    for (size_t i = 0; i < b->count; i++)
        x[i] = (float)(offset + (2 * ridge_uniform(&seed) - 1) * spread);
    return 0;
}

int softmax_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                   double *want, double *scale)
{
    const float *x = ridge_data(c, "logits");
    size_t C = (size_t)ridge_int(c, "C");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        const float *row = x + index[k] / C * C;
        double sum = 0;
        for (size_t j = 0; j < C; j++)
            sum += exp((double)row[j] - (double)x[index[k]]);
        scale[k] = want[k] = 1 / sum; /* Inf where the logit is far below another: the quotient is 0 */
    }
    return 0;
}

int matmul_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n,
                  double *want, double *scale)
{
    const float *a = ridge_data(c, "A"), *b = ridge_data(c, "B");
    size_t N = (size_t)ridge_int(c, "N"), K = (size_t)ridge_int(c, "K");
    (void)out;
    for (size_t e = 0; e < n; e++) {
        size_t i = index[e] / N, j = index[e] % N;
        want[e] = scale[e] = 0;
        for (size_t k = 0; k < K; k++) {
            double term = (double)a[i * K + k] * (double)b[k * N + j];
            want[e] += term;
            scale[e] += fabs(term);
        }
    }
    return 0;
}

/* --- the index ------------------------------------------------------------------------------------- */

static const uint32_t INDEX_EDGES[][3] = {
    { 0, 256, 0 },          { 0, 256, 255 },        { 1, 256, 0 },         { 7, 256, 3 },
    { 8388607, 256, 255 },  { 8388608, 256, 0 },    { 16777215, 256, 255 }, { 16777216, 256, 0 },
    { 4194304, 1024, 1023 }, { 2147483646, 1, 0 },  { 2147483646, 1024, 1023 }, { 67108864, 96, 31 },
};

enum { N_INDEX = sizeof INDEX_EDGES / sizeof *INDEX_EDGES };

int where_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint32_t *w = b ? b->data : NULL;
    if (!w || b->dtype != RIDGE_U32)
        return -1;
    for (size_t i = 0; i < b->count / 3; i++, w += 3) {
        if (i < N_INDEX) {
            memcpy(w, INDEX_EDGES[i], sizeof INDEX_EDGES[i]);
            continue;
        }
        w[1] = (uint32_t)(1 + ridge_next(&seed) % 1024);
        w[0] = (uint32_t)(ridge_next(&seed) & 0x7ffffffe);
        w[2] = (uint32_t)(ridge_next(&seed) % w[1]);
    }
    return 0;
}

int index_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const uint32_t *w = ridge_data(c, "where");
    const int64_t *at = ridge_data(c, "at");
    int64_t count = ridge_int(c, "count");
    if (!w || !at)
        return -1;
    for (int64_t i = 0; i < count; i++, w += 3) {
        int64_t want = (int64_t)w[0] * (int64_t)w[1] + (int64_t)w[2];
        if (at[i] != want) {
            snprintf(v->message, sizeof v->message,
                     "global_index(block %u, threads %u, thread %u): expected %lld, got %lld%s", w[0], w[1], w[2],
                     (long long)want, (long long)at[i],
                     want > INT32_MAX ? " (the product needs more than 32 bits)" : "");
            return 0;
        }
    }
    v->pass = 1;
    return 0;
}

/* --- the plan -------------------------------------------------------------------------------------- */

enum { GX = 2147483647, GYZ = 65535 };

static const int64_t PLAN_EDGES[][6] = { /* problem, block */
    { 1000, 700, 1, 16, 16, 1 },      { 1024, 1, 1, 256, 1, 1 },       { 1025, 1, 1, 256, 1, 1 },
    { 1, 1, 1, 1024, 1, 1 },          { 33, 5, 3, 8, 4, 2 },           { 0, 7, 7, 8, 4, 2 },
    { 7, 0, 7, 8, 4, 2 },             { 7, 7, 0, 8, 4, 2 },            { 100, 1, 1, 1025, 1, 1 },
    { 100, 1, 1, 0, 1, 1 },           { 100, 1, 1, 16, 0, 1 },         { 0, 1, 1, 0, 1, 1 },
    { 64, 64, 64, 32, 32, 2 },        { 64, 64, 128, 1, 1, 128 },      { 64, 64, 128, 4, 4, 64 },
    { 16, (int64_t)GYZ * 16, 1, 16, 16, 1 }, { 16, (int64_t)GYZ * 16 + 1, 1, 16, 16, 1 },
    { 1, 1, GYZ, 256, 1, 1 },         { 1, 1, GYZ + 1, 256, 1, 1 },
    { (int64_t)GX, 1, 1, 1, 1, 1 },   { (int64_t)GX + 1, 1, 1, 1, 1, 1 },
    { (int64_t)GX * 256, 1, 1, 256, 1, 1 }, { (int64_t)GX * 256 + 1, 1, 1, 256, 1, 1 },
    { 1, 1, 1, 2097152, 2097152, 2097152 }, { 5000000000, 2, 1, 128, 2, 1 },
};

enum { N_PLANS = sizeof PLAN_EDGES / sizeof *PLAN_EDGES };

static int64_t any_problem(uint64_t *s)
{
    return (int64_t)(ridge_next(s) >> (36 + ridge_next(s) % 28));
}

static int64_t any_side(uint64_t *s)
{
    static const int64_t sides[] = { 1, 1, 1, 2, 4, 7, 8, 16, 16, 32, 64, 65, 100, 256, 1024 };
    return sides[ridge_next(s) % (sizeof sides / sizeof *sides)];
}

/* Three sides a row: the edges first, then drawn ones. `from`: column of the edges. */
static int sides_fill(struct ridge_case *c, const char *buffer, uint64_t seed, int from)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *w = b ? b->data : NULL;
    if (!w || b->dtype != RIDGE_I64)
        return -1;
    for (size_t i = 0; i < b->count / 3; i++)
        for (int k = 0; k < 3; k++)
            *w++ = i < N_PLANS ? PLAN_EDGES[i][from + k] : from ? any_side(&seed) : any_problem(&seed);
    return 0;
}

int problem_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return sides_fill(c, buffer, seed, 0);
}

int block_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return sides_fill(c, buffer, seed, 3);
}

/* {status, x, y, z}; returns in words why. */
static const char *right_plan(const int64_t *p, const int64_t *b, int64_t want[4])
{
    static const int64_t side[3] = { 1024, 1024, 64 }, most[3] = { GX, GYZ, GYZ };
    int64_t threads = 1;
    memset(want, 0, 4 * sizeof *want);
    want[0] = 9;
    for (int k = 0; k < 3; k++) {
        if (b[k] < 1 || b[k] > side[k])
            return "the block has a side of 0 or beyond 1024, 1024, 64";
        threads *= b[k];
    }
    if (threads > 1024)
        return "the block has more than 1024 threads";
    for (int k = 0; k < 3; k++)
        if (!p[k]) {
            want[0] = 0;
            return "the problem is empty: nothing to launch";
        }
    int64_t g[3];
    for (int k = 0; k < 3; k++)
        if ((g[k] = p[k] / b[k] + (p[k] % b[k] != 0)) > most[k])
            return k ? "the grid is beyond 65535 in y or z" : "the grid is beyond 2^31 - 1 in x";
    want[0] = 0;
    memcpy(want + 1, g, sizeof g);
    return "the fewest blocks that cover it";
}

int plan_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *p = ridge_data(c, "problem"), *b = ridge_data(c, "block"), *got = ridge_data(c, "grids");
    int64_t count = ridge_int(c, "count"), want[4];
    if (!p || !b || !got)
        return -1;
    for (int64_t i = 0; i < count; i++, p += 3, b += 3, got += 4) {
        const char *why = right_plan(p, b, want);
        if (memcmp(got, want, sizeof want)) {
            snprintf(v->message, sizeof v->message,
                     "plan(problem %lld x %lld x %lld, block %lld x %lld x %lld): expected %lld, grid (%lld, %lld, "
                     "%lld): %s; got %lld, grid (%lld, %lld, %lld)",
                     (long long)p[0], (long long)p[1], (long long)p[2], (long long)b[0], (long long)b[1],
                     (long long)b[2], (long long)want[0], (long long)want[1], (long long)want[2], (long long)want[3],
                     why, (long long)got[0], (long long)got[1], (long long)got[2], (long long)got[3]);
            return 0;
        }
    }
    v->pass = 1;
    return 0;
}

/* --- errors ---------------------------------------------------------------------------------------- */

enum { N_FAULTS = 7, RT_THREADS = 256 };

static const struct {
    const char *what;
    int status, first, launched;
} FATE[N_FAULTS] = {
    { "nothing fails", 0, 0, 1 },
    { "the first allocation fails", 2, 1, 0 },
    { "the second allocation fails", 2, 1, 0 },
    { "the copy in fails", 1, 2, 0 },
    { "the launch is refused", 9, 3, 1 },
    { "the kernel reads outside its array", 700, 4, 1 },
    { "the copy out fails", 1, 5, 1 },
};
static const char *const CALLS[] = { "nobody", "rt_malloc", "rt_copy_in", "rt_last_error", "rt_sync", "rt_copy_out" };

int fault_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *w = b ? b->data : NULL;
    if (!w || b->dtype != RIDGE_I32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        w[i] = (int32_t)(i < 3 * N_FAULTS ? i % N_FAULTS : ridge_next(&seed) % N_FAULTS);
    return 0;
}

/* The first round of faults with 1,000 elements, the second with none, the third with whole blocks. */
int length_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *w = b ? b->data : NULL;
    if (!w || b->dtype != RIDGE_I64)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        w[i] = i < N_FAULTS       ? 1000
               : i < 2 * N_FAULTS ? 0
               : i < 3 * N_FAULTS ? 1024
                                  : (int64_t)(ridge_next(&seed) >> (31 + ridge_next(&seed) % 32));
    return 0;
}

/* What is wrong with one run's record, or NULL. */
static const char *run_fault(const int64_t *got, int fault, int64_t n, char *text, size_t size)
{
    int64_t status = n ? FATE[fault].status : 0;
    int first = n ? FATE[fault].first : 0;
    int64_t blocks = n && FATE[fault].launched ? n / RT_THREADS + (n % RT_THREADS != 0) : 0;
    int64_t copied = n && !FATE[fault].status ? n * 4 : 0;
    if (got[0] != status)
        snprintf(text, size, "expected to return %lld, got %lld", (long long)status, (long long)got[0]);
    else if (got[1] != first)
        snprintf(text, size, "the error should come out of %s, and came out of %s", CALLS[first],
                 got[1] >= 0 && got[1] < 6 ? CALLS[got[1]] : "?");
    else if (got[2])
        snprintf(text, size, "%lld calls went on working after the error", (long long)got[2]);
    else if (got[3])
        snprintf(text, size, "memory is still allocated at the end");
    else if (got[4])
        snprintf(text, size, "%lld frees of what was not allocated, or freed already", (long long)got[4]);
    else if (got[5] != copied)
        snprintf(text, size, "expected %lld bytes copied out, got %lld", (long long)copied, (long long)got[5]);
    else if (got[6] != blocks)
        snprintf(text, size, "expected %lld blocks of 256 launched, got %lld", (long long)blocks, (long long)got[6]);
    else
        return NULL;
    return text;
}

int errors_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *fault = ridge_data(c, "fault");
    const int64_t *n = ridge_data(c, "length"), *got = ridge_data(c, "runs");
    int64_t count = ridge_int(c, "count");
    char text[200];
    if (!fault || !n || !got)
        return -1;
    for (int64_t i = 0; i < count; i++, got += 7)
        if (run_fault(got, fault[i], n[i], text, sizeof text)) {
            snprintf(v->message, sizeof v->message, "relu_on, %lld elements, %s: %s", (long long)n[i],
                     FATE[fault[i]].what, text);
            return 0;
        }
    v->pass = 1;
    return 0;
}
