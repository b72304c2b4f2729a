/*
 * The judge of w23-moe-dispatch: a mixture of experts on one machine, in float64, from the inputs alone. Of ranks it
 * knows only where tokens and experts lie. Rows are looked for choice by choice.
 */
#include <stdlib.h>

#include "ridge/oracle.h"

enum { RANDOM, EVEN, HOT, DROPS, EMPTY, BAD, BELOW, SAME };

/* Tokens of rank r: each has `uneven` fewer than the one before. */
static int64_t tokens(const struct ridge_case *c, int64_t r)
{
    int64_t n = ridge_int(c, "T") - ridge_int(c, "uneven") * r;
    return n > 0 ? n : 0;
}

/* The communicator's rank of the world's rank r, and the other way round. */
static int64_t place(const struct ridge_case *c, int64_t r)
{
    return ridge_int(c, "turned") ? ridge_int(c, "P") - 1 - r : r;
}

/* ------------------------------------------------------------------------------------------------- inputs */

/* k different experts of the first `among`, in any order */
static void drawn(int32_t *to, int64_t k, int64_t among, uint64_t *state)
{
    for (int64_t j = 0; j < k; j++)
        for (int fresh = 0; !fresh;) {
            to[j] = (int32_t)(ridge_next(state) % (uint64_t)among);
            fresh = 1;
            for (int64_t i = 0; i < j; i++)
                fresh &= to[i] != to[j];
        }
}

/* Behind a rank's last token there are numbers that no expert has: nobody may look at them. */
static void choices(const struct ridge_case *c, uint64_t seed, int32_t *x)
{
    int64_t P = ridge_int(c, "P"), T = ridge_int(c, "T"), E = ridge_int(c, "E"), k = ridge_int(c, "k");
    int64_t mode = ridge_int(c, "mode");
    uint64_t state = ridge_mix(seed, "choices");
    for (int64_t r = 0; r < P; r++)
        for (int64_t t = 0; t < T; t++, x += k) {
            drawn(x, k, mode == EMPTY ? E - 1 : E, &state);
            for (int64_t j = 0; j < k; j++) {
                if (mode == EVEN)
                    x[j] = (int32_t)((r + t * k + j) % E);
                if (mode == DROPS && ridge_next(&state) % 3 == 0)
                    x[j] = -1;
                if (mode == HOT && (j == 0 || x[j] == 0))
                    x[j] = j == 0 ? 0 : -1;
                if (mode == BAD && r == P - 1 && t == 0 && j == k - 1)
                    x[j] = (int32_t)E;
                if (mode == BELOW && r == 0 && t == tokens(c, r) - 1 && j == k - 1)
                    x[j] = -2;
                if (mode == SAME && j == k - 1)
                    x[j] = x[0];
                if (t >= tokens(c, r))
                    x[j] = (int32_t)(E + 5);
            }
        }
}

int idx_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    choices(c, seed, ridge_data(c, buffer));
    return 0;
}

/* Of a dropped choice: NaN. Of the others, one in eight is 0, and one in eight less. */
int weight_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *idx = calloc(b->count, sizeof *idx);
    uint64_t state = ridge_mix(seed, buffer);
    float *w = b->data;
    if (!idx)
        return -1;
    choices(c, seed, idx);
    for (size_t k = 0; k < b->count; k++) {
        int64_t sort = (int64_t)(ridge_next(&state) % 8);
        w[k] = (float)(.1 + .9 * ridge_uniform(&state)) * (float)(sort == 0 ? 0 : sort == 1 ? -1 : 1);
        if (idx[k] < 0)
            w[k] = NAN;
    }
    free(idx);
    return 0;
}

/* ------------------------------------------------------------------------------------------- the exchange */

static int refused(const struct ridge_case *c)
{
    int64_t P = ridge_int(c, "P"), T = ridge_int(c, "T"), E = ridge_int(c, "E"), k = ridge_int(c, "k");
    const int32_t *idx = ridge_data(c, "idx");
    if (E % P)
        return 1;
    for (int64_t r = 0; r < P; r++)
        for (int64_t n = 0; n < tokens(c, r) * k; n++)
            if (idx[r * T * k + n] < -1 || idx[r * T * k + n] >= E)
                return 1;
    return 0;
}

/* Choice number `nth` of those for rank r's experts, in the order of its rows; -1: there are not so many. */
static int64_t choice_of(const struct ridge_case *c, int64_t r, int64_t nth)
{
    int64_t P = ridge_int(c, "P"), T = ridge_int(c, "T"), k = ridge_int(c, "k"), mine = ridge_int(c, "E") / P;
    const int32_t *idx = ridge_data(c, "idx");
    int64_t first = place(c, r) * mine;
    for (int64_t e = first; e < first + mine; e++)
        for (int64_t s = 0; s < P; s++) {
            int64_t of = place(c, s), from = of * T * k, to = from + tokens(c, of) * k;
            for (int64_t n = from; n < to; n++)
                if (idx[n] == e && nth-- == 0)
                    return n;
        }
    return -1;
}

static double factor(const int32_t *idx, int64_t n)
{
    return idx[n] < 0 ? 0 : 1 + idx[n] / 8.0;
}

/* Element i of what the choices of a token give: w · factor · v; v [..][d] */
static void summed(const struct ridge_case *c, const float *v, int64_t token, int64_t i, double *want, double *scale)
{
    const float *w = ridge_data(c, "w");
    const int32_t *idx = ridge_data(c, "idx");
    int64_t k = ridge_int(c, "k"), d = ridge_int(c, "d");
    for (int64_t n = token * k; n < (token + 1) * k; n++)
        if (idx[n] >= 0) {
            double term = (double)w[n] * factor(idx, n) * (double)v[token * d + i];
            *want += term;
            *scale += fabs(term);
        }
}

/* got and dout: x of a row's choice, and w times dy of it */
static void of_row(const struct ridge_case *c, const char *out, int64_t at, double *want, double *scale)
{
    int64_t T = ridge_int(c, "T"), k = ridge_int(c, "k"), d = ridge_int(c, "d"), room = ridge_int(c, "P") * T * k * d;
    const float *x = ridge_data(c, "x"), *dy = ridge_data(c, "dy"), *w = ridge_data(c, "w");
    int64_t n = choice_of(c, at / room, at % room / d);
    if (n < 0)
        return;
    *want = *out == 'g' ? (double)x[n / k * d + at % d] : (double)w[n] * (double)dy[n / k * d + at % d];
    *scale = fabs(*want);
}

static void gradient_of_weight(const struct ridge_case *c, int64_t n, double *want, double *scale)
{
    const float *x = ridge_data(c, "x"), *dy = ridge_data(c, "dy");
    int64_t k = ridge_int(c, "k"), d = ridge_int(c, "d");
    for (int64_t i = 0; i < d; i++) {
        double term = factor(ridge_data(c, "idx"), n) * (double)x[n / k * d + i] * (double)dy[n / k * d + i];
        *want += term;
        *scale += fabs(term);
    }
}

static void counted(const struct ridge_case *c, int64_t at, double *want)
{
    int64_t P = ridge_int(c, "P"), T = ridge_int(c, "T"), E = ridge_int(c, "E"), k = ridge_int(c, "k");
    const int32_t *idx = ridge_data(c, "idx");
    for (int64_t n = 0; at % E < E / P && n < P * T * k; n++)
        if (n % (T * k) / k < tokens(c, n / (T * k)))
            *want += idx[n] == place(c, at / E) * (E / P) + at % E;
}

int exchange_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                    double *scale)
{
    int64_t T = ridge_int(c, "T"), k = ridge_int(c, "k"), d = ridge_int(c, "d");
    int no = refused(c);
    for (size_t q = 0; q < n; q++) {
        int64_t at = (int64_t)index[q], wide = !strcmp(out, "dw") ? k : d, token = at / wide;
        want[q] = scale[q] = 0;
        if (!strcmp(out, "done"))
            want[q] = scale[q] = !no;
        else if (no)
            continue;
        else if (!strcmp(out, "counts"))
            counted(c, at, want + q), scale[q] = want[q];
        else if (!strcmp(out, "got") || !strcmp(out, "dout"))
            of_row(c, out, at, want + q, scale + q);
        else if (token % T >= tokens(c, token / T))
            continue;
        else if (!strcmp(out, "dw"))
            gradient_of_weight(c, at, want + q, scale + q);
        else
            summed(c, ridge_data(c, *out == 'y' ? "x" : "dy"), token, at % d, want + q, scale + q);
    }
    return 0;
}

/* ------------------------------------------------------------------------------------------------ the layer */

/* sums[0 .. d-1] += by · relu(x A) B, sums[d ..] += the sum of its terms' absolute values */
static void mlp(int64_t d, int64_t ff, const float *A, const float *B, const float *x, double by, double *sums)
{
    for (int64_t q = 0; q < ff; q++) {
        double h = 0, size = 0;
        for (int64_t i = 0; i < d; i++) {
            h += (double)x[i] * (double)A[i * ff + q];
            size += fabs((double)x[i] * (double)A[i * ff + q]);
        }
        for (int64_t i = 0; i < d; i++) {
            sums[i] += by * fmax(h, 0) * (double)B[q * d + i];
            sums[d + i] += fabs(by) * size * fabs((double)B[q * d + i]);
        }
    }
}

/* All experts lie side by side: the ranks' parts of W1 and W2, in the order of the world. */
static void answer(const struct ridge_case *c, int64_t token, double *sums)
{
    int64_t d = ridge_int(c, "d"), ff = ridge_int(c, "ff"), k = ridge_int(c, "k"), wide = ridge_int(c, "shared");
    int64_t mine = ridge_int(c, "E") / ridge_int(c, "P");
    const float *x = (const float *)ridge_data(c, "x") + token * d, *w = ridge_data(c, "w"), *S = ridge_data(c, "S");
    const float *W1 = ridge_data(c, "W1"), *W2 = ridge_data(c, "W2");
    const int32_t *idx = ridge_data(c, "idx");
    memset(sums, 0, 2 * (size_t)d * sizeof *sums);
    for (int64_t n = token * k; n < (token + 1) * k; n++)
        if (idx[n] >= 0) {
            int64_t at = (place(c, idx[n] / mine) * mine + idx[n] % mine) * d * ff;
            mlp(d, ff, W1 + at, W2 + at, x, (double)w[n], sums);
        }
    if (wide)
        mlp(d, wide, S, S + d * wide, x, 1, sums);
}

int layer_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    int64_t T = ridge_int(c, "T"), d = ridge_int(c, "d"), last = -1;
    double *sums = calloc(2 * (size_t)d, sizeof *sums);
    int no = refused(c);
    for (size_t q = 0; sums && q < n; q++) {
        int64_t token = (int64_t)index[q] / d;
        want[q] = scale[q] = !strcmp(out, "done") && !no;
        if (!strcmp(out, "done") || no || token % T >= tokens(c, token / T))
            continue;
        if (token != last)
            answer(c, token, sums);
        last = token;
        want[q] = sums[(int64_t)index[q] % d];
        scale[q] = sums[d + (int64_t)index[q] % d];
    }
    free(sums);
    return sums ? 0 : -1;
}

/* ---------------------------------------------------------------------------------- a layer without a rank */

/* The rank that dies has no answer; those of the others come from all experts, which lie in the order of their numbers. */
int survive_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    int64_t T = ridge_int(c, "T"), d = ridge_int(c, "d"), ff = ridge_int(c, "ff"), k = ridge_int(c, "k");
    int64_t wide = ridge_int(c, "shared"), dead = ridge_int(c, "kill_rank"), last = -1;
    const float *x = ridge_data(c, "x"), *w = ridge_data(c, "w"), *S = ridge_data(c, "S");
    const float *A1 = ridge_data(c, "A1"), *A2 = ridge_data(c, "A2");
    const int32_t *idx = ridge_data(c, "idx");
    double *sums = calloc(2 * (size_t)d, sizeof *sums);
    for (size_t q = 0; sums && q < n; q++) {
        int64_t token = (int64_t)index[q] / d, rank = token / T;
        want[q] = scale[q] = 0;
        if (!strcmp(out, "alive")) {
            want[q] = scale[q] = (int64_t)index[q] != dead;
            continue;
        }
        if (rank == dead || token % T >= tokens(c, rank))
            continue;
        if (token != last)
            memset(sums, 0, 2 * (size_t)d * sizeof *sums);
        for (int64_t j = token * k; token != last && j < (token + 1) * k; j++)
            if (idx[j] >= 0)
                mlp(d, ff, A1 + idx[j] * d * ff, A2 + idx[j] * d * ff, x + token * d, (double)w[j], sums);
        if (token != last && wide)
            mlp(d, wide, S, S + d * wide, x + token * d, 1, sums);
        last = token;
        want[q] = sums[(int64_t)index[q] % d];
        scale[q] = sums[d + (int64_t)index[q] % d];
    }
    free(sums);
    return sums ? 0 : -1;
}

/* -------------------------------------------------------------------------------------------------- figures */

/* L, d, ff, E, k, shared, rest, P, T, w; the first one is Mixtral's on eight GPUs, and every fourth is refused: GPUs
 * are too many, or two for an odd number of experts */
int models_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int64_t mixtral[] = { 32, 4096, 14336, 8, 2, 0, 1605636096, 8, 512, 2 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t *x = b->data;
    for (size_t r = 0; r < b->count / 10; r++, x += 10) {
        x[0] = 1 + (int64_t)(ridge_next(&seed) % 60);
        x[1] = 64 * (1 + (int64_t)(ridge_next(&seed) % 100));
        x[2] = 64 * (1 + (int64_t)(ridge_next(&seed) % 200));
        x[7] = 1 << ridge_next(&seed) % 6;
        x[3] = x[7] * (1 + (int64_t)(ridge_next(&seed) % 8));
        x[4] = 1 + (int64_t)(ridge_next(&seed) % (uint64_t)(x[3] < 8 ? x[3] : 8));
        x[5] = (int64_t)(ridge_next(&seed) % 3);
        x[6] = (int64_t)(ridge_next(&seed) % 3000000000u);
        x[8] = x[7] * (1 + (int64_t)(ridge_next(&seed) % 500));
        x[9] = 1 + (int64_t)(ridge_next(&seed) % 2);
        if (r % 4 == 3)
            x[7] = 2 * x[3], x[8] = 2 * x[7];
        if (r % 8 == 7)
            x[7] = 2, x[3] = 2 * x[3] + 1, x[8] = 2 * x[8];
        if (r == 0)
            memcpy(x, mixtral, sizeof mixtral);
    }
    return 0;
}

/* Added up layer by layer, expert by expert, and the bytes rank by rank: exact, since all are below 2^53. */
int sizes_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const int64_t *models = ridge_data(c, "models");
    (void)out;
    for (size_t q = 0; q < n; q++) {
        const int64_t *x = models + 10 * (index[q] / 4);
        double matrix = (double)(x[1] * x[2]), sum[4] = { (double)x[6], (double)x[6], (double)(x[6] * x[9]), 0 };
        for (int64_t l = 0; l < x[0]; l++) {
            for (int64_t e = 0; e < x[3] + x[5]; e++) {
                sum[0] += 3 * matrix;
                sum[1] += e < x[4] || e >= x[3] ? 3 * matrix : 0;
                sum[2] += e < x[3] / x[7] || e >= x[3] ? 3 * matrix * (double)x[9] : 0;
            }
            for (int64_t peer = 1; peer < x[7]; peer++)
                sum[3] += 2.0 * (double)(x[8] / x[7] * x[4]) * (double)(x[1] * x[9]);
        }
        want[q] = x[3] % x[7] ? -1 : sum[index[q] % 4];
        scale[q] = fabs(want[q]);
    }
    return 0;
}
