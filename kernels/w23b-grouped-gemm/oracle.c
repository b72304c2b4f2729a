/*
 * oracle.c: a sort, a list, copies, products and sums in float64, each from the inputs of its own call.
 *
 * `load` of a case: 0 choices are dealt to the experts in turn; 1 expert 0 has half of them, expert 1 half of what is
 * left, and so on; 2 expert `hot` has all; 3 every second expert has none; 4 drawn. `drops` of the choices are dropped,
 * spread over the tokens, or all choices of the first tokens where `whole` is 1.
 *
 * `kind`: 0 plain; 1 every 16th column of the rows ten thousand times larger; 2 a NaN in the first row of each expert,
 * in the middle of its columns, and an infinity in the last row of each expert's W: no other row and column may meet
 * them; 3 all rows alike, the first choice of a token weighs 2^26, the second -2^26, all others 1: in the order of the
 * choices the large ones leave nothing, and in every other one the small ones are lost.
 */
#include <ridge/oracle.h>

#include <stdlib.h>

enum { EVEN, SKEWED, ONE, HOLES, DRAWN, OUTLIERS = 1, BROKEN, ORDERED, TILE = 128, MAX_E = 256 };

static double of_bf16(uint16_t h)
{
    uint32_t u = (uint32_t)h << 16;
    float f;
    memcpy(&f, &u, sizeof f);
    return (double)f;
}

static uint16_t to_bf16(double x)
{
    float f = (float)x;
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return (uint16_t)(isnan(f) ? 0x7fc0 : (u + 0x7fff + (u >> 16 & 1)) >> 16);
}

/* ---- what the router chose ------------------------------------------------------------------------------------- */

static int64_t drawn_expert(const struct ridge_case *c, int64_t i, uint64_t *seed)
{
    int64_t E = ridge_int(c, "E"), e = 0;
    uint64_t die = ridge_next(seed);
    switch (ridge_int(c, "load")) {
    case EVEN: return i % E;
    case SKEWED:
        while (e < E - 1 && (die >>= 1) & 1)
            e++;
        return e;
    case ONE: return ridge_int(c, "hot");
    case HOLES: return (int64_t)(die >> 8) % ((E + 1) / 2) * 2;
    default: return (int64_t)((die >> 8) % (uint64_t)E);
    }
}

/* The expert of each choice, or -1. */
static int choose(const struct ridge_case *c, uint64_t seed, int32_t *idx)
{
    int64_t n = ridge_int(c, "T") * ridge_int(c, "k"), drops = ridge_int(c, "drops");
    int whole = ridge_int(c, "whole") == 1;
    uint64_t state = ridge_mix(seed, "idx");
    if (drops < 0 || drops > n || ridge_int(c, "E") < 1)
        return -1;
    for (int64_t i = 0; i < n; i++) {
        int dropped = whole ? i < drops : (i + 1) * drops / n != i * drops / n;
        int64_t e = drawn_expert(c, i, &state);
        idx[i] = dropped ? -1 : (int32_t)e;
    }
    return 0;
}

int idx_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    return b && b->dtype == RIDGE_I32 ? choose(c, seed, b->data) : -1;
}

/* The row of each choice: behind those of earlier experts, and behind the earlier choices of its own. ret_first
 * [MAX_E + 1]: the first row of each expert, and R. */
static int rows_of(const int32_t *idx, int64_t n, int64_t E, int32_t *ret_place, int64_t *ret_first)
{
    int64_t next[MAX_E + 1] = {0};
    if (E < 1 || E > MAX_E)
        return -1;
    for (int64_t i = 0; i < n; i++)
        if (idx[i] >= 0)
            next[idx[i] + 1]++;
    for (int64_t e = 0; e < E; e++)
        next[e + 1] += next[e];
    memcpy(ret_first, next, sizeof next);
    for (int64_t i = 0; i < n; i++)
        ret_place[i] = idx[i] < 0 ? -1 : (int32_t)next[idx[i]]++;
    return 0;
}

/* What an earlier call left: nothing that is right now, and no -1 of a dropped choice. */
int stale_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t state = ridge_mix(seed, buffer);
    if (!b || b->dtype != RIDGE_I32)
        return -1;
    for (size_t i = 0; i < b->count; i++)
        ((int32_t *)b->data)[i] = (int32_t)(b->count + ridge_next(&state) % 1000);
    return 0;
}

int place_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t first[MAX_E + 1];
    if (!b || b->dtype != RIDGE_I32)
        return -1;
    int32_t *idx = malloc(b->count * sizeof *idx);
    int wrong = !idx || choose(c, seed, idx) || rows_of(idx, (int64_t)b->count, ridge_int(c, "E"), b->data, first);
    free(idx);
    return wrong ? -1 : 0;
}

/* ---- rows of each expert ---------------------------------------------------------------------------------------- */

/* How many of the R rows each expert has. */
static int deal(const struct ridge_case *c, uint64_t seed, int64_t *size)
{
    int64_t R = ridge_int(c, "R"), E = ridge_int(c, "E"), load = ridge_int(c, "load"), left = R;
    uint64_t state = ridge_mix(seed, "off");
    if (E < 1 || E > MAX_E || R < 0)
        return -1;
    for (int64_t e = 0; e < E; e++)
        size[e] = 0;
    for (int64_t e = 0; load == SKEWED && e < E; e++) {
        size[e] = e == E - 1 ? left : (left + 1) / 2;
        left -= size[e];
    }
    for (int64_t r = 0; load != SKEWED && r < R; r++)
        size[load == HOLES ? r % (E / 2) * 2 + 1 : drawn_expert(c, r, &state)]++;
    return 0;
}

int off_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t size[MAX_E], E = ridge_int(c, "E");
    if (!b || b->dtype != RIDGE_I32 || deal(c, seed, size) || b->count != (size_t)E + 1)
        return -1;
    int32_t *off = b->data;
    off[0] = 0;
    for (int64_t e = 0; e < E; e++)
        off[e + 1] = off[e] + (int32_t)size[e];
    return 0;
}

/* Expert and first row of tile i, or -1 and 0. */
static void tile_of(const int64_t *size, int64_t E, int64_t i, int64_t tile[2])
{
    int64_t first = 0;
    tile[0] = -1, tile[1] = 0;
    for (int64_t e = 0; e < E; first += size[e++]) {
        int64_t count = (size[e] + TILE - 1) / TILE;
        if (i < count) {
            tile[0] = e, tile[1] = first + i * TILE;
            return;
        }
        i -= count;
    }
}

int tiles_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t size[MAX_E];
    if (!b || b->dtype != RIDGE_I32 || deal(c, seed, size))
        return -1;
    for (size_t i = 0; i < b->count / 2; i++) {
        int64_t tile[2];
        tile_of(size, ridge_int(c, "E"), (int64_t)i, tile);
        ((int32_t *)b->data)[2 * i] = (int32_t)tile[0];
        ((int32_t *)b->data)[2 * i + 1] = (int32_t)tile[1];
    }
    return 0;
}

/* ---- numbers ---------------------------------------------------------------------------------------------------- */

int values_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t kind = ridge_int(c, "kind"), d = ridge_int(c, "d"), E = ridge_int(c, "E"), size[MAX_E], row = 0;
    uint64_t state = ridge_mix(seed, buffer);
    int weights = !strcmp(buffer, "W");
    if (!b || b->dtype != RIDGE_BF16)
        return -1;
    uint16_t *x = b->data;
    for (size_t i = 0; i < b->count; i++) {
        double v = 2 * ridge_uniform(&state) - 1;
        int64_t col = (int64_t)i % d;
        double far = kind == OUTLIERS && !weights && col % 16 == 5 ? 10000 : 1;
        x[i] = to_bf16(kind == ORDERED ? (double)(1 + col % 100) : far * v);
    }
    if (kind != BROKEN || deal(c, seed, size))
        return kind == BROKEN ? -1 : 0;
    for (int64_t e = 0; e < E; row += size[e++]) {
        if (weights)
            x[b->count / (size_t)E * (size_t)(e + 1) - (size_t)d] = to_bf16(INFINITY);
        else if (size[e])
            x[row * d + d / 2] = to_bf16(NAN);
    }
    return 0;
}

/* What choice j of a token weighs where order tells: see the top. */
static double ordered_weight(int64_t j)
{
    return j > 1 ? 1 : j ? -0x1p26 : 0x1p26;
}

/* Positive, as a gate's are, but for one of five, and of a dropped choice NaN. */
int weights_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t state = ridge_mix(seed, buffer);
    int64_t k = ridge_int(c, "k"), kind = ridge_int(c, "kind");
    if (!b || b->dtype != RIDGE_F32)
        return -1;
    int32_t *idx = malloc(b->count * sizeof *idx);
    int wrong = !idx || choose(c, seed, idx);
    for (size_t i = 0; !wrong && i < b->count; i++) {
        double drawn = (i % 5 == 3 ? -1 : 1) * (.05 + ridge_uniform(&state));
        drawn = kind == ORDERED ? ordered_weight((int64_t)i % k) : drawn;
        ((float *)b->data)[i] = idx[i] < 0 ? NAN : (float)drawn;
    }
    free(idx);
    return wrong ? -1 : 0;
}

/* ---- what is right ---------------------------------------------------------------------------------------------- */

int sort_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const int32_t *idx = ridge_data(c, "idx");
    int64_t choices = ridge_int(c, "T") * ridge_int(c, "k"), first[MAX_E + 1];
    int32_t *place = malloc((size_t)choices * sizeof *place);
    int wrong = !place || rows_of(idx, choices, ridge_int(c, "E"), place, first);
    for (size_t m = 0; !wrong && m < n; m++)
        scale[m] = want[m] = (double)(strcmp(out, "off") ? place[index[m]] : first[index[m]]);
    free(place);
    return wrong ? -1 : 0;
}

int list_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const int32_t *off = ridge_data(c, "off");
    int64_t E = ridge_int(c, "E"), size[MAX_E], tile[2];
    (void)out;
    for (int64_t e = 0; e < E; e++)
        size[e] = off[e + 1] - off[e];
    for (size_t m = 0; m < n; m++) {
        tile_of(size, E, (int64_t)index[m] / 2, tile);
        scale[m] = want[m] = (double)tile[index[m] % 2];
    }
    return 0;
}

/* A row is somebody's copy: the choice with this place. */
int permute_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const struct ridge_buffer *place = ridge_buffer(c, "place");
    const uint16_t *x = ridge_data(c, "x");
    size_t d = (size_t)ridge_int(c, "d"), k = (size_t)ridge_int(c, "k");
    size_t *choice = malloc(place->count * sizeof *choice);
    (void)out;
    for (size_t i = 0; choice && i < place->count; i++)
        if (((const int32_t *)place->data)[i] >= 0)
            choice[((const int32_t *)place->data)[i]] = i;
    for (size_t m = 0; choice && m < n; m++)
        scale[m] = want[m] = of_bf16(x[choice[index[m] / d] / k * d + index[m] % d]);
    free(choice);
    return choice ? 0 : -1;
}

int gemm_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want, double *scale)
{
    const uint16_t *rows = ridge_data(c, "rows"), *W = ridge_data(c, "W");
    const int32_t *off = ridge_data(c, "off");
    size_t d = (size_t)ridge_int(c, "d"), ff = (size_t)ridge_int(c, "ff");
    (void)out;
    for (size_t m = 0; m < n; m++) {
        size_t row = index[m] / ff, col = index[m] % ff, e = 0;
        while ((size_t)off[e + 1] <= row)
            e++;
        want[m] = scale[m] = 0;
        for (size_t j = 0; j < d; j++) {
            double term = of_bf16(rows[row * d + j]) * of_bf16(W[(e * ff + col) * d + j]);
            want[m] += term;
            scale[m] += fabs(term);
        }
    }
    return 0;
}

/* Where order tells, what is left is what counts, and not the large terms before it. */
int unpermute_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                     double *scale)
{
    const int32_t *place = ridge_data(c, "place");
    const uint16_t *y = ridge_data(c, "answers");
    const float *w = ridge_data(c, "w");
    size_t d = (size_t)ridge_int(c, "d"), k = (size_t)ridge_int(c, "k");
    (void)out;
    for (size_t m = 0; m < n; m++) {
        size_t t = index[m] / d, col = index[m] % d;
        want[m] = scale[m] = 0;
        for (size_t i = t * k; i < (t + 1) * k; i++) {
            if (place[i] < 0)
                continue;
            double term = (double)w[i] * of_bf16(y[(size_t)place[i] * d + col]);
            want[m] += term;
            scale[m] += fabs(term);
        }
        scale[m] = ridge_int(c, "kind") == ORDERED ? fabs(want[m]) : scale[m];
    }
    return 0;
}
