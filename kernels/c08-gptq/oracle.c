/*
 * The judge of c08-gptq: Optimal Brain Surgeon as it was written down, in float64: the inverse of H, from which one row
 * and column after the other are eliminated. A submission's codes are followed column by column: each has to be the one
 * next to what its weight is by then, given the codes before. So a tie that rounds the other way is no mistake.
 */
#include <stdarg.h>
#include <stdlib.h>

#include "ridge/oracle.h"

__attribute__((format(printf, 2, 3))) static int wrong(struct ridge_verdict *v, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(v->message, sizeof v->message, fmt, ap);
    va_end(ap);
    v->pass = 0;
    return 0;
}

/* --------------------------------------------------------------------------------------------------- data */

static double normal(uint64_t *state)
{
    double u = 1 - ridge_uniform(state), t = 6.283185307179586 * ridge_uniform(state);
    return sqrt(-2 * log(u)) * cos(t);
}

/* What bad says: HD has a negative diagonal element; or all of them are positive, and it is not definite; or all inputs
 * are 1, so that two pivots are exactly 4 and 0. */
enum { NEGATIVE = 1, INDEFINITE, TWINS };

/* Inputs that move together: a few causes, and noise of its own in each input, all times `size`; `dead` of them are
 * always 0. */
static float *inputs(const struct ridge_case *c, uint64_t seed)
{
    int64_t m = ridge_int(c, "m"), k = ridge_int(c, "k"), dead = ridge_int(c, "dead"), causes = 1 + k / 8;
    double noise = ridge_num(c, "noise"), size = ridge_num(c, "size");
    int twins = ridge_int(c, "bad") == TWINS;
    float *X = calloc((size_t)(m * k + 1), sizeof *X);
    double *load = calloc((size_t)(causes * k + causes), sizeof *load), *z = load + causes * k;
    uint64_t s = ridge_mix(seed, "X");
    for (int64_t e = 0; load && e < causes * k; e++)
        load[e] = normal(&s) / sqrt((double)causes);
    for (int64_t t = 0; X && load && t < m; t++) {
        for (int64_t f = 0; f < causes; f++)
            z[f] = normal(&s);
        for (int64_t j = 0; j < k; j++) {
            double x = noise * normal(&s);
            for (int64_t f = 0; f < causes; f++)
                x += z[f] * load[f * k + j];
            x *= size * (j % 11 == 5 ? 4 : 1);
            X[t * k + j] = twins ? 1 : dead && j % 7 == 3 && j / 7 < dead ? 0 : (float)x;
        }
    }
    free(load);
    return X;
}

static double *double_of(int64_t n)
{
    return calloc((size_t)(n + 1), sizeof(double));
}

/* 2 X^T X */
static double *moments(int64_t m, int64_t k, const float *X)
{
    double *H = double_of(k * k);
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j <= i; j++) {
            double s = 0;
            for (int64_t t = 0; t < m; t++)
                s += (double)X[t * k + i] * (double)X[t * k + j];
            H[i * k + j] = H[j * k + i] = 2 * s;
        }
    return H;
}

static void damped(int64_t k, double damp, double *H)
{
    double mean = 0;
    for (int64_t j = 0; j < k; j++) {
        if (H[j * k + j] == 0)
            H[j * k + j] = 1;
        mean += H[j * k + j];
    }
    for (int64_t j = 0; j < k; j++)
        H[j * k + j] += damp * mean / (double)k;
}

/* H becomes its inverse (Gauss and Jordan; no pivots are needed, it is positive definite). */
static void inverse(int64_t k, double *H)
{
    for (int64_t p = 0; p < k; p++) {
        double d = H[p * k + p];
        for (int64_t i = 0; i < k; i++) {
            double f = H[i * k + p] / d;
            if (i == p)
                continue;
            for (int64_t j = 0; j < k; j++)
                H[i * k + j] -= j == p ? 0 : f * H[p * k + j];
            H[i * k + p] = -f;
        }
        for (int64_t j = 0; j < k; j++)
            H[p * k + j] = j == p ? 1 / d : H[p * k + j] / d;
    }
}

/* From H^-1: row j is what a unit of error in column j takes from the columns behind, over the square root of the
 * diagonal that is left of the inverse when all columns before j are gone. */
static void surgeon(int64_t k, double *A)
{
    for (int64_t j = 0; j < k; j++) {
        double root = sqrt(A[j * k + j]);
        for (int64_t l = j; l < k; l++)
            A[j * k + l] /= root;
        for (int64_t i = j + 1; i < k; i++)
            for (int64_t l = j + 1; l < k; l++)
                A[i * k + l] -= A[j * k + i] * A[j * k + l];
        for (int64_t i = j + 1; i < k; i++)
            A[i * k + j] = 0;
    }
}

/* U of the case's data, in float64. */
static double *exact_factor(const struct ridge_case *c, const double *HD)
{
    int64_t k = ridge_int(c, "k");
    double *A = double_of(k * k);
    memcpy(A, HD, (size_t)(k * k) * sizeof *A);
    inverse(k, A);
    surgeon(k, A);
    return A;
}

/* HD that is not positive definite, where the case asks for one. */
static void spoil(int64_t k, int64_t bad, double *H)
{
    int64_t last = k - 1;
    if (bad == NEGATIVE)
        H[k * k - 1] = -H[k * k - 1];
    if (bad == INDEFINITE)
        H[last] = H[last * k] = 2 * fmax(H[0], H[k * k - 1]);
}

/* X, H0 = 2 X^T X, HD = that damped (with `bad` no longer positive definite), UD its factor. With `near` the diagonal
 * of H0 differs by less than floats tell. */
int data_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t m = ridge_int(c, "m"), k = ridge_int(c, "k");
    float *X = inputs(c, seed);
    double *H = NULL, *U = NULL;
    if (!strcmp(buffer, "X")) {
        memcpy(b->data, X, b->count * sizeof *X);
    } else {
        H = moments(m, k, X);
        if (buffer[1] == 'D')
            damped(k, ridge_num(c, "damp"), H);
        if (buffer[1] == 'D')
            spoil(k, ridge_int(c, "bad"), H);
        for (int64_t j = 0; ridge_int(c, "near") && buffer[1] == '0' && j < k; j++)
            H[j * k + j] = 3 + 1e-12 * (double)(j * 7 % k);
        if (buffer[0] == 'U') {
            U = exact_factor(c, H);
            for (size_t e = 0; e < b->count; e++)
                ((float *)b->data)[e] = (float)U[e];
        } else {
            memcpy(b->data, H, b->count * sizeof *H);
        }
    }
    free(X);
    free(H);
    free(U);
    return 0;
}

/* --------------------------------------------------------------------------------------------- single steps */

int hessian_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    int64_t m = ridge_int(c, "m"), k = ridge_int(c, "k");
    const float *X = ridge_data(c, "X");
    (void)out;
    for (size_t e = 0; e < n; e++) {
        int64_t i = (int64_t)index[e] / k, j = (int64_t)index[e] % k;
        want[e] = scale[e] = 0;
        for (int64_t t = 0; t < m; t++) {
            double x = 2 * (double)X[t * k + i] * (double)X[t * k + j];
            want[e] += x;
            scale[e] += fabs(x) * 1e-6;
        }
    }
    return 0;
}

int prepare_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    int64_t k = ridge_int(c, "k"), dead = 0;
    const double *H0 = ridge_data(c, "H0");
    const float *W = ridge_data(c, "W");
    double *H = double_of(k * k);
    memcpy(H, H0, (size_t)(k * k) * sizeof *H);
    damped(k, ridge_num(c, "damp"), H);
    for (int64_t j = 0; j < k; j++)
        dead += H0[j * k + j] == 0;
    for (size_t e = 0; e < n; e++) {
        int64_t j = (int64_t)index[e] % k;
        if (!strcmp(out, "H"))
            want[e] = H[index[e]];
        else if (!strcmp(out, "W1"))
            want[e] = H0[j * k + j] == 0 ? 0 : (double)W[index[e]];
        else
            want[e] = (double)dead;
        scale[e] = fabs(want[e]) * 1e-3;
    }
    free(H);
    return 0;
}

int factor_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    int64_t k = ridge_int(c, "k"), bad = ridge_int(c, "bad");
    double *U = bad || strcmp(out, "U") ? NULL : exact_factor(c, ridge_data(c, "HD"));
    for (size_t e = 0; e < n; e++) {
        want[e] = U ? U[index[e]] : strcmp(out, "U") ? !bad : 0;
        int64_t row = (int64_t)index[e] / k, col = (int64_t)index[e] % k;
        scale[e] = U && col >= row ? fmax(fabs(want[e]), U[row * k + row]) : 0;
    }
    free(U);
    return 0;
}

/* The k-th by hand: how many come before an input. */
int order_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    int64_t k = ridge_int(c, "k");
    const double *H = ridge_data(c, "H0");
    (void)out;
    for (size_t e = 0; e < n; e++)
        for (int64_t j = 0; j < k; j++) {
            size_t before = 0;
            for (int64_t i = 0; i < k; i++)
                before += H[i * k + i] > H[j * k + j] || (H[i * k + i] == H[j * k + j] && i < j);
            if (before == index[e])
                scale[e] = want[e] = (double)j;
        }
    return 0;
}

static double loss_of(int64_t n, int64_t k, const double *D, const double *H)
{
    double sum = 0;
    for (int64_t r = 0; r < n; r++)
        for (int64_t i = 0; i < k; i++)
            for (int64_t j = 0; j < k; j++)
                sum += D[r * k + i] * H[i * k + j] * D[r * k + j] / 2;
    return sum;
}

int loss_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    int64_t rows = ridge_int(c, "n"), k = ridge_int(c, "k");
    const float *W = ridge_data(c, "W"), *V = ridge_data(c, "V");
    double *D = double_of(rows * k);
    (void)out, (void)index;
    for (int64_t e = 0; e < rows * k; e++)
        D[e] = (double)W[e] - (double)V[e];
    for (size_t e = 0; e < n; e++)
        scale[e] = want[e] = loss_of(rows, k, D, ridge_data(c, "H0"));
    free(D);
    return 0;
}

/* ------------------------------------------------------------------------------------------------ following */

/* The layer as it is followed: rows of weights, and what is told of them. */
struct follow {
    int64_t n, k, group, groups;
    int bits;
    const double *U; /* exact */
    const uint8_t *codes;
    const float *grids;  /* [n][groups][2] */
    const int32_t *perm; /* column of each turn */
};

/* The least and the largest of a group as it stands now. */
static int grid_is_right(const struct follow *f, int64_t r, int64_t j, const double *w, struct ridge_verdict *v)
{
    double lo = 0, hi = 0, top = (double)((1 << f->bits) - 1);
    const float *g = f->grids + 2 * (r * f->groups + j / f->group);
    for (int64_t l = j; l < j + f->group && l < f->k; l++)
        lo = fmin(lo, w[l]), hi = fmax(hi, w[l]);
    double scale = hi > lo ? (hi - lo) / top : 1;
    if (!(fabs((double)g[0] / scale - 1) <= 1e-3) || !(fabs((double)g[1] + lo / scale) <= .51) ||
        g[1] != rintf(g[1])) {
        wrong(v, "row %lld, group %lld: its grid is %.6g·(code - %g), expected %.6g·(code - %g), from the weights as "
              "they are when column %lld has its turn", (long long)r, (long long)(j / f->group), (double)g[0],
              (double)g[1], scale, rint(-lo / scale), (long long)j);
        return 0;
    }
    return 1;
}

/* Goes through row r, whose weights w become what is lost of each. Returns 0 where a code is not the right one. */
static int follow_row(const struct follow *f, int64_t r, double *w, struct ridge_verdict *v)
{
    double top = (double)((1 << f->bits) - 1);
    for (int64_t j = 0; j < f->k; j++) {
        const float *g = f->grids + 2 * (r * f->groups + j / f->group);
        if (j % f->group == 0 && !grid_is_right(f, r, j, w, v))
            return 0;
        double at = fmin(fmax(w[j] / (double)g[0] + (double)g[1], 0), top);
        int code = f->codes[r * f->k + f->perm[j]];
        if (!(fabs(at - code) <= .502)) {
            wrong(v, "row %lld, column %lld: its code is %d, expected %g: its weight is %.6g by now, %.3f on the grid",
                  (long long)r, (long long)f->perm[j], code, rint(at), w[j], at);
            return 0;
        }
        double lost = (w[j] - (double)g[0] * (code - (double)g[1])) / f->U[j * f->k + j];
        for (int64_t l = j + 1; l < f->k; l++)
            w[l] -= lost * f->U[j * f->k + l];
    }
    return 1;
}

/* All rows, or of a timed run some; W in the order of turns. */
static int follow_all(const struct follow *f, const float *W, struct ridge_verdict *v)
{
    double *w = double_of(f->k);
    int ok = 1;
    for (int64_t r = 0; ok && r < f->n; r += f->n * f->k > 100000 ? 7 : 1) {
        for (int64_t j = 0; j < f->k; j++)
            w[j] = (double)W[r * f->k + f->perm[j]];
        ok = follow_row(f, r, w, v);
    }
    free(w);
    return ok;
}

static int32_t *identity(int64_t k)
{
    int32_t *perm = calloc((size_t)k + 1, sizeof *perm);
    for (int64_t j = 0; j < k; j++)
        perm[j] = (int32_t)j;
    return perm;
}

static struct follow follow_of(const struct ridge_case *c, const double *U, const int32_t *perm)
{
    int64_t k = ridge_int(c, "k"), group = ridge_int(c, "group");
    return (struct follow){ .n = ridge_int(c, "n"), .k = k, .group = group, .groups = (k + group - 1) / group,
                            .bits = (int)ridge_int(c, "bits"), .U = U, .codes = ridge_data(c, "codes"),
                            .grids = ridge_data(c, "grids"), .perm = perm };
}

int gptq_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t k = ridge_int(c, "k");
    const float *UD = ridge_data(c, "UD");
    double *U = double_of(k * k);
    int32_t *perm = identity(k);
    for (int64_t e = 0; e < k * k; e++)
        U[e] = (double)UD[e];
    struct follow f = follow_of(c, U, perm);
    v->pass = follow_all(&f, ridge_data(c, "W"), v);
    free(perm);
    free(U);
    return 0;
}

/* What rounding to the nearest loses, over what the codes lose: both of the same H, without damping. */
static double of_rtn(const struct follow *f, const float *W, const double *H)
{
    double *D = double_of(2 * f->n * f->k), *R = D + f->n * f->k, top = (double)((1 << f->bits) - 1);
    for (int64_t r = 0; r < f->n; r++)
        for (int64_t j = 0; j < f->k; j++) {
            int64_t at = r * f->k + f->perm[j];
            const float *g = f->grids + 2 * (r * f->groups + j / f->group);
            double lo = 0, hi = 0, w = (double)W[at];
            for (int64_t l = j / f->group * f->group; l < (j / f->group + 1) * f->group && l < f->k; l++) {
                lo = fmin(lo, (double)W[r * f->k + f->perm[l]]);
                hi = fmax(hi, (double)W[r * f->k + f->perm[l]]);
            }
            double s = hi > lo ? (hi - lo) / top : 1, z = rint(-lo / s);
            R[at] = w - s * (fmin(fmax(rint(w / s) + z, 0), top) - z);
            D[at] = w - (double)g[0] * (f->codes[at] - (double)g[1]);
        }
    double ratio = loss_of(f->n, f->k, D, H) / loss_of(f->n, f->k, R, H);
    free(D);
    return ratio;
}

static int order_is_right(const struct ridge_case *c, const double *H, const int32_t *perm, struct ridge_verdict *v)
{
    int64_t k = ridge_int(c, "k"), order = ridge_int(c, "order");
    char *seen = calloc((size_t)k + 1, 1);
    int ok = 1;
    for (int64_t j = 0; ok && j < k; j++) {
        int64_t p = perm[j], q = j ? perm[j - 1] : -1;
        if (p < 0 || p >= k || seen[p] || (!order && p != j))
            ok = wrong(v, "perm[%lld] is %lld, which is not a column that is due", (long long)j, (long long)p);
        else if (order && q >= 0 && !(H[q * k + q] >= H[p * k + p] * (1 - 1e-9)))
            ok = wrong(v, "perm[%lld] is %lld, whose diagonal element is larger than that of perm[%lld], %lld",
                       (long long)j, (long long)p, (long long)j - 1, (long long)q);
        else
            seen[p] = 1;
    }
    free(seen);
    return ok;
}

int quantise_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t m = ridge_int(c, "m"), n = ridge_int(c, "n"), k = ridge_int(c, "k");
    const int32_t *perm = ridge_data(c, "perm");
    int ok = *(const int32_t *)ridge_data(c, "ok"), definite = ridge_int(c, "bad") == 0;
    if (ok != definite)
        return wrong(v, definite ? "quantise() refuses, though H is positive definite once it is damped"
                                 : "quantise() does not give -1, though H is not positive definite");
    if (!definite) {
        v->pass = 1;
        return 0;
    }
    double *H = moments(m, k, ridge_data(c, "X")), *D = double_of(k * k), *P = double_of(k * k);
    float *W = calloc((size_t)(n * k + 1), sizeof *W);
    memcpy(W, ridge_data(c, "W"), (size_t)(n * k) * sizeof *W);
    memcpy(D, H, (size_t)(k * k) * sizeof *D);
    damped(k, ridge_num(c, "damp"), D);
    for (int64_t j = 0; j < k; j++)
        for (int64_t r = 0; H[j * k + j] == 0 && r < n; r++)
            W[r * k + j] = 0;
    v->pass = order_is_right(c, H, perm, v);
    for (int64_t e = 0; v->pass && e < k * k; e++)
        P[e] = D[perm[e / k] * k + perm[e % k]];
    if (v->pass) {
        inverse(k, P);
        surgeon(k, P);
        struct follow f = follow_of(c, P, perm);
        v->pass = follow_all(&f, W, v);
        if (v->pass)
            ridge_count(v, "of_rtn_pct", 100 * of_rtn(&f, W, H));
    }
    free(H);
    free(D);
    free(P);
    free(W);
    return 0;
}

/* --------------------------------------------------------------------------------------------------- sparse */

/* One row: zeros as the submission has them, if each was among the two least of its four, give or take a tie. */
static int sparse_row(int64_t k, int64_t r, double *w, const float *got, const float *U, struct ridge_verdict *v)
{
    for (int64_t j = 0; j < k; j++) {
        int64_t first = j / 4 * 4, zeros = 0;
        for (int64_t i = first; i < first + 4; i++)
            zeros += got[i] == 0;
        if (j == first && zeros != 2)
            return wrong(v, "row %lld: of columns %lld to %lld %lld are 0, expected 2", (long long)r, (long long)j,
                         (long long)j + 3, (long long)zeros);
        for (int64_t i = first; j == first && i < first + 4; i++)
            for (int64_t o = first; o < first + 4; o++) {
                double gone = fabs(w[i]) / (double)U[i * k + i], kept = fabs(w[o]) / (double)U[o * k + o];
                if (got[i] == 0 && got[o] != 0 && gone > kept * (1 + 1e-4))
                    return wrong(v, "row %lld: column %lld went and %lld stayed, which costs less: w/U is %.6g and "
                                 "%.6g when column %lld has its turn", (long long)r, (long long)i, (long long)o, gone,
                                 kept, (long long)first);
            }
        if (got[j] != 0) {
            if (!(fabs((double)got[j] - w[j]) <= 1e-4 * (1 + fabs(w[j]))))
                return wrong(v, "row %lld, column %lld is %.6g, expected %.6g", (long long)r, (long long)j,
                             (double)got[j], w[j]);
            continue;
        }
        double lost = w[j] / (double)U[j * k + j];
        for (int64_t l = j + 1; l < k; l++)
            w[l] -= lost * (double)U[j * k + l];
    }
    return 1;
}

int sparse_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t n = ridge_int(c, "n"), k = ridge_int(c, "k");
    const float *W = ridge_data(c, "W"), *got = ridge_data(c, "W1");
    double *w = double_of(k);
    v->pass = 1;
    for (int64_t r = 0; v->pass && r < n; r++) {
        for (int64_t j = 0; j < k; j++)
            w[j] = (double)W[r * k + j];
        v->pass = sparse_row(k, r, w, got + r * k, ridge_data(c, "UD"), v);
    }
    free(w);
    return 0;
}
