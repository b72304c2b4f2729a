/*
 * oracle.c: the recipes of lab.h in plain C, one element after the other. All results are integers and exact.
 *
 * `kind` chooses what stands in the inputs. Rows: 0 the first hit of row r at (37 r) mod C, and hits of all sorts
 * behind it; 1 no hit; 2 a rising distribution and a draw; 3 NaN before the hit, and every third limit NaN; 4 the hit
 * in the last column; 5 every column is a hit; 6 values equal to the limit before the hit; 7 infinities as hits and as
 * limits. Steps: 0 random; 1 all BINS - 1; 2 all 0; 3 alternating; 4 sorted; 5 one long walk in each 32. To keep: 0
 * half of them; 1 all; 2 none; 3 every second; 4 the first half; 5 zeros of both signs, NaN and infinities among
 * numbers.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

enum { ROUNDS = 6, BINS = 32 };

static uint32_t even_mix(uint32_t v)
{
    for (int k = 0; k < ROUNDS; k++) {
        v ^= v << 13;
        v ^= v >> 17;
        v ^= v << 5;
    }
    return v;
}

static uint32_t odd_mix(uint32_t v)
{
    for (int k = 0; k < ROUNDS; k++) {
        v = v * 1664525u + 1013904223u;
        v ^= v >> 15;
    }
    return v;
}

int words_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint32_t *x = b ? b->data : NULL;
    if (!x || b->dtype != RIDGE_U32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        x[i] = (uint32_t)(ridge_next(&seed) >> 32);
    return 0;
}

int steps_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *s = b ? b->data : NULL;
    int64_t kind = ridge_int(c, "kind");
    if (!s || b->dtype != RIDGE_I32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        int32_t drawn = (int32_t)(ridge_next(&seed) % BINS);
        switch (kind) {
        case 0: s[i] = drawn; break;
        case 1: s[i] = BINS - 1; break;
        case 2: s[i] = 0; break;
        case 3: s[i] = i % 2 ? BINS - 1 : 0; break;
        case 4: s[i] = (int32_t)(i * BINS / b->count); break;
        default: s[i] = i % 32 == (i / 32) % 32 ? BINS - 1 : 1;
        }
    }
    return 0;
}

/* Where the first hit of row r stands; C: nowhere. */
static int64_t hit_of(int64_t kind, int64_t r, int64_t C)
{
    if (!C)
        return 0;
    return kind == 1 ? C : kind == 4 ? C - 1 : kind == 5 ? 0 : r * 37 % C;
}

int limits_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *limit = b ? b->data : NULL;
    int64_t kind = ridge_int(c, "kind");
    if (!limit || b->dtype != RIDGE_F32)
        return -1;
    for (size_t r = 0; r < b->count; r++) {
        double u = ridge_uniform(&seed);
        limit[r] = kind == 2                 ? (float)u
                   : kind == 3 && r % 3 == 2 ? NAN
                   : kind == 7 && r % 3      ? (r % 3 == 1 ? -INFINITY : INFINITY)
                                             : 0.5f;
    }
    return 0;
}

int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *x = b ? b->data : NULL;
    int64_t kind = ridge_int(c, "kind"), R = ridge_int(c, "R"), C = ridge_int(c, "C");
    if (!x || b->dtype != RIDGE_F32 || b->count < (size_t)(R * C))
        return -1;
    for (int64_t r = 0; r < R; r++) {
        int64_t hit = hit_of(kind, r, C);
        for (int64_t k = 0; k < C; k++) {
            float u = (float)ridge_uniform(&seed), *at = &x[r * C + k];
            if (kind == 2)
                *at = (float)(k + 1) / (float)C; /* a uniform distribution, summed up */
            else if (kind == 7 && k <= hit) /* finite above -inf, +inf above 0.5, and nothing above +inf */
                *at = k < hit ? -INFINITY : r % 3 == 1 ? -u : INFINITY;
            else if (k < hit)
                *at = kind == 3 && k % 2 ? NAN : kind == 6 ? 0.5f : u / 2;
            else
                *at = k == hit ? 0.6f + u : u; /* behind the hit anything goes */
        }
    }
    return 0;
}

int keep_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const float odd[] = {0.0f, -0.0f, NAN, INFINITY, -INFINITY, 1e-45f, -1.0f, 2.0f};
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    float *x = b ? b->data : NULL;
    int64_t kind = ridge_int(c, "kind");
    if (!x || b->dtype != RIDGE_F32)
        return -1;
    for (size_t i = 0; i < b->count; i++) {
        double u = ridge_uniform(&seed);
        int yes = kind == 1 || (kind == 0 && u < .5) || (kind == 3 && i % 2) || (kind == 4 && i < b->count / 2);
        x[i] = kind == 5 ? odd[(size_t)(u * 8)] : yes ? (float)(u + .25) : (float)-u;
    }
    return 0;
}

int mix_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const uint32_t *x = ridge_data(c, "x");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        uint32_t v = x[index[k]];
        scale[k] = want[k] = index[k] % 2 ? odd_mix(v) : even_mix(v);
    }
    return 0;
}

int above_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                 double *scale)
{
    const float *rows = ridge_data(c, "rows"), *limit = ridge_data(c, "limit");
    int64_t C = ridge_int(c, "C");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int64_t r = (int64_t)index[k], at = 0;
        while (at < C && !(rows[r * C + at] > limit[r]))
            at++;
        scale[k] = want[k] = (double)at;
    }
    return 0;
}

int walk_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                double *scale)
{
    const uint32_t *x = ridge_data(c, "x");
    const int32_t *steps = ridge_data(c, "steps");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        uint32_t v = x[index[k]];
        for (int32_t s = 0; s < steps[index[k]]; s++)
            v = odd_mix(even_mix(v));
        scale[k] = want[k] = v;
    }
    return 0;
}

/* Each index that `out` names is one to keep, and is named once; with the right number of them, none is left out. */
static void judge(const float *x, int64_t n, const int32_t *out, int64_t total, char *seen, struct ridge_verdict *v)
{
    for (int64_t k = 0; k < total; k++) {
        int64_t i = out[k];
        const char *wrong = i < 0 || i >= n ? "is no index of x"
                            : !(x[i] > 0)   ? "is an element that is not above 0"
                            : seen[i]       ? "stands in an earlier place, too"
                                            : NULL;
        if (wrong) {
            snprintf(v->message, sizeof v->message, "out[%lld] is %lld, which %s", (long long)k, (long long)i, wrong);
            return;
        }
        seen[i] = 1;
    }
    v->pass = 1;
}

int kept_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "keep");
    const int32_t *out = ridge_data(c, "out"), *total = ridge_data(c, "total");
    int64_t n = ridge_int(c, "n"), want = 0;
    char *seen = calloc((size_t)n + 1, 1);
    if (!total || !seen) {
        free(seen);
        return -1;
    }
    for (int64_t i = 0; i < n; i++)
        want += x[i] > 0;
    if (total[0] != want)
        snprintf(v->message, sizeof v->message, "total: expected %lld, yours %lld", (long long)want,
                 (long long)total[0]);
    else
        judge(x, n, out, want, seen, v);
    free(seen);
    return 0;
}
