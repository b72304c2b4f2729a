/*
 * oracle.c: RMSNorm and its gradient in float64. Where a case says slope=1, dx is not the formula's but a difference
 * quotient of the loss Σ dy·y, so that formula and definition are held against each other.
 *
 * scale is what rounding to float may move a result by, in units that tol.dot multiplies: the sum of its terms' sizes.
 */
#include <ridge/oracle.h>

enum { SPREAD, ZERO_ROWS, ZERO_GAINS, NAN_X, NAN_DY }; /* what a case is like: its field `kind` */

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, 4);
    return (uint16_t)(isnan(f) ? 0x7fc0 : (u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static double from_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, 4);
    return (double)f;
}

/* Uniform with standard deviation sd around `offset`, which x has and dy has not. */
static int tensor(struct ridge_case *c, const char *buffer, uint64_t seed, double offset, int64_t broken)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double reach = sqrt(3) * ridge_num(c, "sd");
    int64_t C = ridge_int(c, "C"), kind = ridge_int(c, "kind");
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_BF16 || C < 1)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        int64_t row = (int64_t)i / C, col = (int64_t)i % C;
        double x = offset + reach * (2 * ridge_uniform(&state) - 1);
        if (kind == ZERO_ROWS && !strcmp(buffer, "x") && row % 2 == 0)
            x = 0;
        if (kind == broken && row == 1 && col == C / 2)
            x = NAN;
        if (kind == NAN_X && broken == NAN_DY && row == 1 && col % 7 == 3)
            x = 0; /* times NaN is NaN */
        ((uint16_t *)b->data)[i] = to_bf16(x);
    }
    return 0;
}

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return tensor(c, buffer, seed, ridge_num(c, "offset"), NAN_X);
}

int slopes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return tensor(c, buffer, seed, .25, NAN_DY);
}

int gains_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t i = 0; b && i < b->count; i++) {
        double u = ridge_uniform(&seed);
        ((float *)b->data)[i] = ridge_int(c, "kind") == ZERO_GAINS && i % 3 ? 0 : (float)(.5 + u);
    }
    return b ? 0 : -1;
}

struct row {
    int64_t n;
    const uint16_t *x, *dy;
    const float *g;
};

static double rstd_of(const struct ridge_case *c, const uint16_t *x)
{
    double sum = 0;
    int64_t C = ridge_int(c, "C");
    for (int64_t k = 0; k < C; k++)
        sum += from_bf16(x[k]) * from_bf16(x[k]);
    return 1 / sqrt(sum / (double)C + (double)(float)ridge_num(c, "eps"));
}

/* What the forward pass left: x was filled before. */
int kept_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    const uint16_t *x = ridge_data(c, "x");
    (void)seed;
    if (!b || !x)
        return -1;
    for (size_t r = 0; r < b->count; r++)
        ((float *)b->data)[r] = (float)rstd_of(c, x + (int64_t)r * ridge_int(c, "C"));
    return 0;
}

int fwd_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const uint16_t *x = ridge_data(c, "x");
    const float *g = ridge_data(c, "g");
    int64_t C = ridge_int(c, "C"), row = -1;
    int is_y = !strcmp(out, "y");
    double r = 0;
    for (size_t k = 0; k < n; k++) {
        int64_t at = (int64_t)index[k] / (is_y ? C : 1);
        if (at != row)
            r = rstd_of(c, x + at * C);
        row = at;
        want[k] = is_y ? from_bf16(x[index[k]]) * r * (double)g[(int64_t)index[k] % C] : r;
        scale[k] = fabs(want[k]);
    }
    return 0;
}

/* Σ dy·y of a row whose element `at` is moved by h. */
static double loss(const struct ridge_case *c, const struct row *w, int64_t at, double h)
{
    double squares = 0, sum = 0;
    for (int64_t k = 0; k < w->n; k++) {
        double x = from_bf16(w->x[k]) + (k == at ? h : 0);
        squares += x * x;
        sum += from_bf16(w->dy[k]) * (double)w->g[k] * x;
    }
    return sum / sqrt(squares / (double)w->n + (double)(float)ridge_num(c, "eps"));
}

static int judge_dx(const struct ridge_case *c, const size_t *index, size_t n, double *want, double *scale)
{
    const uint16_t *x = ridge_data(c, "x"), *dy = ridge_data(c, "dy");
    const float *g = ridge_data(c, "g"), *rstd = ridge_data(c, "rstd");
    int64_t C = ridge_int(c, "C"), row = -1;
    double dot = 0, size = 0;
    for (size_t k = 0; k < n; k++) {
        int64_t at = (int64_t)index[k] / C, col = (int64_t)index[k] % C;
        struct row w = { C, x + at * C, dy + at * C, g };
        for (int64_t j = 0; j < C && at != row; j++) {
            double term = from_bf16(w.dy[j]) * (double)g[j] * from_bf16(w.x[j]);
            dot = j ? dot + term : term;
            size = j ? size + fabs(term) : fabs(term);
        }
        row = at;
        double r = (double)rstd[at], v = from_bf16(w.x[col]), own = from_bf16(w.dy[col]) * (double)g[col];
        want[k] = r * (own - v * r * r * dot / (double)C);
        scale[k] = r * (fabs(own) + fabs(v) * r * r * size / (double)C);
        if (ridge_int(c, "slope"))
            want[k] = (loss(c, &w, col, 1e-4) - loss(c, &w, col, -1e-4)) / 2e-4;
    }
    return 0;
}

int grad_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const uint16_t *x = ridge_data(c, "x"), *dy = ridge_data(c, "dy");
    const float *rstd = ridge_data(c, "rstd");
    const struct ridge_buffer *part = ridge_buffer(c, "part");
    int64_t C = ridge_int(c, "C"), R = ridge_int(c, "R");
    if (!strcmp(out, "dx"))
        return judge_dx(c, index, n, want, scale);
    int64_t blocks = (int64_t)part->count / C;
    for (size_t k = 0; k < n; k++) {
        int64_t col = (int64_t)index[k] % C;
        want[k] = scale[k] = 0;
        for (int64_t r = (int64_t)index[k] / C; r < R; r += blocks) {
            double term = from_bf16(dy[r * C + col]) * from_bf16(x[r * C + col]) * (double)rstd[r];
            want[k] += term;
            scale[k] += fabs(term);
        }
    }
    return 0;
}

int dg_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const float *part = ridge_data(c, "parts");
    int64_t C = ridge_int(c, "C"), P = ridge_int(c, "P");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (int64_t p = 0; p < P; p++) {
            want[k] += (double)part[p * C + (int64_t)index[k]];
            scale[k] += fabs((double)part[p * C + (int64_t)index[k]]);
        }
    }
    return 0;
}
