/*
 * oracle.c: codes, scales and products from their definitions, in float64, from the values that the kernels read. Shares
 * nothing with the kernels.
 *
 * What a right product may be off by. Tensor cores add products of e4m3 with some 14 bits (DeepSeek-V3,
 * arXiv:2412.19437, section 3.3.2): of a block's sum of magnitudes 2^-9, wide. So each row is judged a second time by
 * the root of its squared errors: 5e-3 of the root of what the row's elements and their terms come to, squared.
 *
 * Fields of a case: kind 0 normal numbers; 1 a scale in three is 0; 2 codes at the largest, 448, all of one sign; 3
 * scales that differ by up to 2^16; 4 codes nearly all positive, whose sums outgrow what tensor cores keep. Of a
 * quantiser 1 a block in three is 0, 2 one element of each block a thousand times larger, 3 blocks whose largest is 448,
 * with ties, 4 numbers around 2^-100. `pad`: so many elements more a row of A and B has in memory than the map says;
 * they are NaN. `sample`: so many rows of a timed run are judged.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <stdlib.h>
#include <sys/random.h>

#include <ridge/oracle.h>

enum { PLAIN, ZEROS, LARGEST, SPREAD, POSITIVE };
enum { OUTLIER = 2, TIES = 3, TINY = 4 }; /* of a quantiser */
enum { BLOCK = 128 };

static double of_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, sizeof f);
    return f;
}

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double of_e4m3(unsigned h)
{
    int e = h >> 3 & 15, m = h & 7;
    double x = (h & 127) == 127 ? NAN : e ? ldexp(8 + m, e - 10) : ldexp(m, -9);
    return h >> 7 ? -x : x;
}

static uint8_t to_e4m3(double x)
{
    double a = fmin(fabs(x), 448);
    int e;
    frexp(a, &e);
    e = a > 0 && e > -5 ? e : -5; /* a < 2^e, and below 2^-6 steps are those of 2^-6 */
    long steps = lrint(ldexp(a, 4 - e));
    return (uint8_t)((x < 0) << 7 | (steps ? (e + 5) * 8 + steps : 0));
}

static double normal(uint64_t *state)
{
    double u = 1 - ridge_uniform(state), t = 6.283185307179586 * ridge_uniform(state);
    return sqrt(-2 * log(u)) * cos(t);
}

/* ---- inputs of the quantisers ------------------------------------------------------------------------------------ */

/* Of a block of 128 columns the `tile` rows that share a scale have the same number. */
static double element(int64_t kind, int64_t row, int64_t col, int64_t tile, uint64_t *state)
{
    static const double tie[] = { 17, -19, 21, 2.125, -.0009765625, 34, 25, .0029296875, -3.75, 240, -232, 1.0625 };
    int64_t block = row / tile + 2 * (col / BLOCK);
    double x = normal(state) * exp2((double)(block % 5) - 2);
    if (kind == ZEROS && block % 3 == 1)
        return 0;
    if (kind == TINY)
        return x * 0x1p-100;
    if (kind == OUTLIER && row % tile == tile / 2 && col % BLOCK == 77)
        return 1000 * x;
    if (kind == TIES)
        return col % BLOCK == 50 ? (row % 2 ? -448 : 448) : tie[(row + col) % 12];
    return x;
}

/* X and W, dense. */
int numbers_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t K = ridge_int(c, "K"), kind = ridge_int(c, "kind"), tile = *buffer == 'W' ? BLOCK : 1;
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_BF16 || K < 1)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        ((uint16_t *)b->data)[i] = to_bf16(element(kind, (int64_t)i / K, (int64_t)i % K, tile, &state));
    return 0;
}

/* ---- what the quantisers owe ------------------------------------------------------------------------------------- */

struct quant {
    const uint16_t *x;
    const uint8_t *code;
    int64_t rows, K, tile;
};

/* The largest magnitude of a block of `tile` rows. */
static double most_of(const struct quant *q, int64_t first, int64_t block)
{
    double top = 0;
    for (int64_t r = first; r < q->rows && r < first + q->tile; r++)
        for (int64_t k = 0; k < BLOCK; k++)
            top = fmax(top, fabs(of_bf16(q->x[r * q->K + block * BLOCK + k])));
    return top;
}

/* Nearest to x over the scale that was written; a quotient in float may fall to the other side of a tie, unless the
 * scale is a power of two. */
static int code_fits(unsigned code, double x, double scale)
{
    int e;
    double slack = frexp(scale, &e) == .5 ? 0 : 0x1p-22, y = scale > 0 ? x / scale : 0, got = of_e4m3(code);
    for (int i = -1; i <= 1; i++)
        if (got == of_e4m3(to_e4m3(y * (1 + i * slack))))
            return 1;
    return 0;
}

static int judge_block(const struct quant *q, int64_t first, int64_t block, double got, struct ridge_verdict *v)
{
    double want = most_of(q, first, block) / 448;
    if (!(fabs(got - want) <= 0x1p-22 * want)) {
        snprintf(v->message, sizeof v->message, "mismatch: the scale of row %lld, block %lld is %.9g, expected %.9g",
                 (long long)first, (long long)block, isnan(got) ? NAN : got, want);
        return -1;
    }
    for (int64_t r = first; r < q->rows && r < first + q->tile; r++)
        for (int64_t k = block * BLOCK; k < (block + 1) * BLOCK; k++) {
            double x = of_bf16(q->x[r * q->K + k]), y = got > 0 ? x / got : 0;
            unsigned code = q->code[r * q->K + k];
            if (code_fits(code, x, got))
                continue;
            snprintf(v->message, sizeof v->message, "mismatch: the code of row %lld, column %lld is 0x%02x, %g; the "
                     "element over its scale is %.6g, whose nearest is %g", (long long)r, (long long)k, code,
                     of_e4m3(code), y, of_e4m3(to_e4m3(y)));
            return -1;
        }
    return 0;
}

int rows_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct quant q = { ridge_data(c, "X"), ridge_data(c, "Y"), ridge_int(c, "M"), ridge_int(c, "K"), 1 };
    const float *scale = ridge_data(c, "sY");
    int64_t high = (q.rows + 3) / 4 * 4;
    if (!q.x || !q.code || !scale)
        return -1;
    for (int64_t r = 0; r < q.rows; r++)
        for (int64_t b = 0; b < q.K / BLOCK; b++)
            if (judge_block(&q, r, b, scale[b * high + r], v))
                return 0;
    v->pass = 1;
    return 0;
}

int tiles_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct quant q = { ridge_data(c, "W"), ridge_data(c, "Z"), ridge_int(c, "N"), ridge_int(c, "K"), BLOCK };
    const float *scale = ridge_data(c, "sZ");
    if (!q.x || !q.code || !scale)
        return -1;
    for (int64_t r = 0; r < q.rows; r += BLOCK)
        for (int64_t b = 0; b < q.K / BLOCK; b++)
            if (judge_block(&q, r, b, scale[r / BLOCK * (q.K / BLOCK) + b], v))
                return 0;
    v->pass = 1;
    return 0;
}

/* ---- inputs of the products -------------------------------------------------------------------------------------- */

/* A and B: codes of normal numbers up to about 448, and NaN behind what the maps have. */
int codes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t K = ridge_int(c, "K"), pitch = K + ridge_int(c, "pad"), kind = ridge_int(c, "kind");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_U8 || pitch < 1)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double x = kind == POSITIVE ? 75 * (normal(&state) + 2) : 110 * normal(&state);
        ((uint8_t *)b->data)[i] = (int64_t)i % pitch >= K ? 0x7f : kind == LARGEST ? 0x7e : to_e4m3(x);
    }
    return 0;
}

/* sA [K/128][M4], NaN behind M; sB. */
int scales_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t M = ridge_int(c, "M"), high = (M + 3) / 4 * 4, kind = ridge_int(c, "kind"), left = buffer[1] == 'A';
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double x = .01 * exp2((kind == SPREAD ? 16 : 2) * (ridge_uniform(&state) - .5));
        if (kind == ZEROS && ridge_uniform(&state) < 1 / 3.)
            x = 0;
        ((float *)b->data)[i] = left && (int64_t)i % high >= M ? NAN : (float)x;
    }
    return 0;
}

/* ---- what a product owes ----------------------------------------------------------------------------------------- */

struct product {
    int64_t M, N, K, pitch, high, blocks;
    const uint8_t *a, *b;
    const float *sa, *sb;
    const uint16_t *d;
    double value[256];
};

static int judge_row(const struct product *p, int64_t row, struct ridge_verdict *v)
{
    double error = 0, size = 0;
    const uint8_t *a = p->a + row * p->pitch;
    for (int64_t col = 0; col < p->N; col++) {
        const uint8_t *b = p->b + col * p->pitch;
        double want = 0, mag = 0, square = 0, got = of_bf16(p->d[row * p->N + col]);
        for (int64_t k = 0; k < p->blocks; k++) {
            double scale = (double)p->sa[k * p->high + row] * p->sb[col / BLOCK * p->blocks + k];
            double sum = 0, all = 0, sq = 0;
            for (int64_t i = k * BLOCK; i < (k + 1) * BLOCK; i++) {
                double term = p->value[a[i]] * p->value[b[i]];
                sum += term;
                all += fabs(term);
                sq += term * term;
            }
            want += scale * sum;
            mag += scale * all;
            square += scale * scale * sq;
        }
        double tol = 0x1p-8 * fabs(want) + 0x1p-9 * mag + 0x1p-40;
        if (!(fabs(got - want) <= tol)) {
            snprintf(v->message, sizeof v->message, "mismatch: D[row %lld][column %lld] is %.9g, expected %.9g +- %.2g%s",
                     (long long)row, (long long)col, isnan(got) ? NAN : got, want, tol,
                     isnan(got) ? " (NaN: memory behind a map, a scale behind M, or sums read too soon?)" : "");
            return -1;
        }
        error += (got - want) * (got - want);
        size += want * want + square + 0x1p-70;
    }
    if (sqrt(error) <= 5e-3 * sqrt(size))
        return 0;
    snprintf(v->message, sizeof v->message, "mismatch: row %lld of D is off by %.2g of its size, 5e-3 are allowed (is "
             "every block of 128 added in float?)", (long long)row, sqrt(error / size));
    return -1;
}

int product_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct product p = { .M = ridge_int(c, "M"), .N = ridge_int(c, "N"), .K = ridge_int(c, "K"),
                         .a = ridge_data(c, "A"), .b = ridge_data(c, "B"), .sa = ridge_data(c, "sA"),
                         .sb = ridge_data(c, "sB"), .d = ridge_data(c, "D") };
    int64_t sample = (int64_t)fmax(0, ridge_num(c, "sample"));
    uint64_t state = 0;
    p.pitch = p.K + ridge_int(c, "pad");
    p.high = (p.M + 3) / 4 * 4;
    p.blocks = p.K / BLOCK;
    if (!p.a || !p.b || !p.sa || !p.sb || !p.d || (sample && getrandom(&state, sizeof state, 0) != sizeof state))
        return -1;
    for (unsigned h = 0; h < 256; h++)
        p.value[h] = of_e4m3(h);
    for (int64_t k = 0; k < (sample ? sample : p.M); k++)
        if (judge_row(&p, sample ? (int64_t)(ridge_next(&state) % (uint64_t)p.M) : k, v))
            return 0;
    v->pass = 1;
    return 0;
}
