/*
 * oracle.c: what is right in w19-systolic. The array is two pictures of all registers, before and after a clock, and a
 * product of the learner's schedule is gone through on it once more. The figures are found by trying: a schedule of
 * tiles clock by clock, all orders of dimensions, the steps of a ring one by one.
 */
#include <ridge/oracle.h>

#include <stdarg.h>
#include <stdlib.h>

enum { ON = 1, SWAP = 2, MAX = 32 };
enum { RUNS, NO_SHADOW, OVERWRITES, NO_SUCH_ROW, TOO_LONG };

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

/* ------------------------------------------------------------------------------------------------------ one clock */

struct cell {
    int w, shadow, x, tag, sum, fresh;
};

struct wires {
    const int8_t *x, *w;
    const uint8_t *tag;
    int row;
};

/* now = one clock after was. Returns a fault. */
static int clock_of(int P, const struct cell *was, struct cell *now, const struct wires *in)
{
    int fault = RUNS;
    for (int k = 0; k < P * P; k++) {
        int r = k / P, c = k % P;
        now[k] = was[k];
        now[k].x = c ? was[k - 1].x : in->x[r];
        now[k].tag = c ? was[k - 1].tag : in->tag[r];
        now[k].sum = r ? was[k - P].sum : 0;
        if (now[k].tag & SWAP) {
            fault = was[k].fresh ? fault : NO_SHADOW;
            now[k].w = was[k].shadow;
            now[k].fresh = 0;
        }
        now[k].sum += now[k].tag & ON ? now[k].w * now[k].x : 0;
        if (in->row == r) {
            fault = now[k].fresh ? OVERWRITES : fault;
            now[k].shadow = in->w[c];
            now[k].fresh = 1;
        }
    }
    return fault;
}

/* Registers and wires of any value, the outermost ones and zeros often; a swap is also an input. */
int any_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int P = (int)ridge_int(c, "P");
    static const int8_t edge[4] = { 0, -128, 127, 0 };
    if (!b || P < 1 || P > MAX)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        if (b->dtype == RIDGE_I8)
            ((int8_t *)b->data)[k] = (int8_t)(below(&s, 4) ? below(&s, 256) - 128 : edge[below(&s, 4)]);
        else if (b->dtype == RIDGE_U8) {
            static const uint8_t tag[4] = { 0, ON, ON, ON | SWAP };
            ((uint8_t *)b->data)[k] = tag[below(&s, 4)];
        } else if (!strcmp(buffer, "rows"))
            ((int32_t *)b->data)[k] = below(&s, P + 1) - 1;
        else
            ((int32_t *)b->data)[k] = below(&s, 2000000001) - 1000000000;
    return 0;
}

int step_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "w", "shadow", "x", "tag", "sum" };
    int P = (int)ridge_int(c, "P"), steps = (int)ridge_int(c, "steps");
    const int8_t *cells = ridge_data(c, "cells"), *wires = ridge_data(c, "wires");
    const uint8_t *tags = ridge_data(c, "tags"), *wtags = ridge_data(c, "wtags");
    const int32_t *sums = ridge_data(c, "sums"), *rows = ridge_data(c, "rows"), *got = ridge_data(c, "after");
    struct cell at[2][MAX * MAX];
    for (int k = 0; k < P * P; k++)
        at[0][k] = (struct cell){ cells[3 * k], cells[3 * k + 1], cells[3 * k + 2], tags[k], sums[k], 1 };
    for (int s = 0; s < steps; s++) {
        struct wires in = { wires + 2 * P * s, wires + 2 * P * s + P, wtags + P * s, rows[s] };
        const struct cell *now = at[(s + 1) % 2];
        clock_of(P, at[s % 2], at[(s + 1) % 2], &in);
        for (int k = 0; k < P * P; k++, got += 5) {
            const int want[5] = { now[k].w, now[k].shadow, now[k].x, now[k].tag, now[k].sum };
            for (int m = 0; m < 5; m++)
                if (got[m] != want[m])
                    return wrong(v, "P = %d, after clock %d: %s of the cell in row %d, column %d is %d, expected %d", P,
                                 s + 1, name[m], k / P, k % P, got[m], want[m]);
        }
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------------ a product */

struct passes {
    int64_t inputs, products; /* inputs that came in; that were multiplied */
    int64_t sums;             /* those that left the array, but for zeros */
};

/* The logged clocks on an array of our own. A fault, or RUNS with *ret, and the sums that left it. */
static int replay(int P, const int8_t *log, int64_t clocks, int64_t *at, struct passes *ret, int32_t *sums)
{
    static struct cell state[2][MAX * MAX];
    memset(state, 0, sizeof state);
    *ret = (struct passes){ 0 };
    for (int64_t t = 0; t < clocks; t++, log += 3 * P + 1) {
        struct wires in = { log + 1, log + 1 + 2 * P, (const uint8_t *)log + 1 + P, log[0] };
        struct cell *now = state[(t + 1) % 2];
        int fault = clock_of(P, state[t % 2], now, &in);
        *at = t;
        if (fault != RUNS)
            return fault;
        for (int k = 0; k < P; k++)
            ret->inputs += in.tag[k] & ON;
        for (int k = 0; k < P * P; k++)
            ret->products += now[k].tag & ON;
        for (int c = 0; c < P; c++)
            if (now[(P - 1) * P + c].tag & ON && now[(P - 1) * P + c].sum)
                sums[ret->sums++] = now[(P - 1) * P + c].sum;
    }
    return RUNS;
}

/* What the schedule did wrong, or NULL. */
static const char *faulty(int fault)
{
    switch (fault) {
    case NO_SHADOW:
        return "a cell swaps, and no weight has been written into its shadow since its last swap";
    case OVERWRITES:
        return "a row of shadows is written while a cell of it has still to take the old ones";
    case NO_SUCH_ROW:
        return "in->row is no row of the array and not -1";
    case TOO_LONG:
        return "the product has not ended after three times the clocks that one tile after the other takes";
    default:
        return NULL;
    }
}

static long double element(const struct ridge_case *c, int64_t m, int64_t n)
{
    int64_t K = ridge_int(c, "K"), N = ridge_int(c, "N");
    const int8_t *A = ridge_data(c, "A"), *W = ridge_data(c, "W");
    long double sum = 0;
    for (int64_t k = 0; k < K; k++)
        sum += (long double)A[m * K + k] * W[k * N + n];
    return sum;
}

static int64_t up(int64_t a, int64_t b)
{
    return a / b + (a % b != 0);
}

/* The sums that the tiles have to give, but for zeros: one for each row of A and column of a tile. */
static int64_t wanted(const struct ridge_case *c, int P, int32_t *sums)
{
    int64_t M = ridge_int(c, "M"), K = ridge_int(c, "K"), N = ridge_int(c, "N"), n = 0;
    const int8_t *A = ridge_data(c, "A"), *W = ridge_data(c, "W");
    for (int64_t k0 = 0; k0 < K; k0 += P)
        for (int64_t e = 0; e < M * N; e++) {
            int32_t sum = 0;
            for (int64_t k = k0; k < k0 + P && k < K; k++)
                sum += A[e / N * K + k] * W[k * N + e % N];
            if (sum)
                sums[n++] = sum;
        }
    return n;
}

static int ascending(const void *a, const void *b)
{
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

/* Whatever the order of tiles, rows and columns: the sums that left the array are those of the product's tiles. */
static int computed(const struct ridge_case *c, struct ridge_verdict *v, struct passes made, int32_t *left)
{
    int64_t M = ridge_int(c, "M"), K = ridge_int(c, "K"), N = ridge_int(c, "N"), n = 0;
    int P = (int)ridge_int(c, "P");
    int64_t inputs = M ? up(K, P) * up(N, P) * M * P : 0;
    int32_t *want = malloc((size_t)(M * N * up(K, P) + 1) * sizeof *want);
    if (!want)
        return -1;
    int64_t all = wanted(c, P, want);
    qsort(left, (size_t)made.sums, sizeof *left, ascending);
    qsort(want, (size_t)all, sizeof *want, ascending);
    while (n < made.sums && n < all && left[n] == want[n])
        n++;
    int extra = n < made.sums && (n == all || left[n] < want[n]);
    v->pass = n == made.sums && n == all && made.inputs == inputs;
    if (made.inputs != inputs)
        wrong(v, "P = %d: C is right, but the array has not computed it: %lld inputs came in, %lld are needed", P,
              (long long)made.inputs, (long long)inputs);
    else if (!v->pass)
        wrong(v, "P = %d: C is right, but the array has not computed it: a sum of %d, of a row of A and a column of a "
                 "tile, %s", P, extra ? left[n] : want[n], extra ? "left it that no tile has" : "never left it");
    free(want);
    return 0;
}

int matmul_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int64_t M = ridge_int(c, "M"), K = ridge_int(c, "K"), N = ridge_int(c, "N"), at = 0;
    int P = (int)ridge_int(c, "P");
    const int32_t *C = ridge_data(c, "C");
    const int64_t *end = ridge_data(c, "end");
    struct passes made;
    if (end[0] < 0 || end[0] > ridge_int(c, "cap"))
        return wrong(v, "the record of the clocks was overwritten");
    int32_t *sums = malloc((size_t)(end[0] * P + 1) * sizeof *sums);
    if (!sums)
        return -1;
    int fault = replay(P, ridge_data(c, "log"), end[0], &at, &made, sums), bad = 0;
    const char *why = faulty(fault != RUNS ? fault : (int)end[1]);
    if (why)
        wrong(v, "P = %d, clock %lld (the first is 0): %s", P, (long long)(fault != RUNS ? at : end[0]), why);
    for (int64_t e = 0; !why && !bad && e < M * N; e++)
        if ((bad = C[e] != element(c, e / N, e % N)))
            wrong(v, "P = %d: C[%lld][%lld] is %d, expected %.0Lf", P, (long long)(e / N), (long long)(e % N), C[e],
                  element(c, e / N, e % N));
    int rc = why || bad ? 0 : computed(c, v, made, sums);
    free(sums);
    if (rc || !v->pass)
        return rc;
    ridge_count(v, "clocks", (double)end[0]);
    ridge_count(v, "util_pct", end[0] ? 100.0 * (double)(M * K * N) / ((double)P * P * (double)end[0]) : 0);
    return 0;
}

/* ------------------------------------------------------------------------------------------------------ the figures */

static int64_t between(uint64_t *s, int64_t lo, int64_t hi)
{
    return lo + (int64_t)(ridge_next(s) % (uint64_t)(hi - lo + 1));
}

/*
 * The last clock of a product, plus one: each tile begins as soon as its shadows are there and its wires are free. A
 * million of them show what each further one adds.
 */
static int64_t last_clock(int64_t P, int64_t M, int64_t tiles)
{
    int64_t begin = 1, step = 0, k = 1; /* begin of the tile: row 0 was written in the clock before */
    for (; k < tiles && k < 1000000; k++) {
        int64_t wires = begin + M;                /* row 0 of the array has taken the last row of A */
        int64_t shadows = begin + (P - 1) + 1;    /* row 0 has given its last old weight; one clock to write it */
        step = (wires > shadows ? wires : shadows) - begin;
        begin += step;
    }
    begin += (tiles - k) * step;
    return begin + (M - 1) + (P - 1) + (P - 1) + 1;
}

int products_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int64_t first[][4] = {
        { 1, 1, 1, 1 },     { 128, 1, 128, 128 },    { 128, 128, 128, 128 },  { 128, 1, 4096, 4096 }, { 8, 0, 8, 8 },
        { 8, 8, 0, 8 },     { 8, 8, 8, 0 },          { 4, 3, 8, 8 },          { 4, 4, 8, 8 },         { 4, 5, 9, 8 },
        { 256, 255, 257, 1 }, { 128, 4096, 128, 128 }, { 128, 4096, 4096, 4096 }, { 1, 7, 3, 5 },
        { 1, 2, 100000, 100000 }, { 3, (1LL << 54) + 1, 7, 5 }, { 128, 1, 1LL << 40, 1 },
    };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int64_t *r = b ? b->data : NULL;
    for (size_t k = 0; r && k < b->count / 4; k++, r += 4)
        if (k < sizeof first / sizeof *first)
            memcpy(r, first[k], sizeof *first);
        else
            r[0] = between(&s, 1, 256), r[1] = between(&s, 0, 600), r[2] = between(&s, 1, 3000), r[3] = between(&s, 1, 3000);
    return r ? 0 : -1;
}

int cycles_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *r = ridge_data(c, "products"), *got = ridge_data(c, "clocks");
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, r += 4) {
        int64_t tiles = up(r[2], r[0]) * up(r[3], r[0]), want = r[1] && tiles ? last_clock(r[0], r[1], tiles) : 0;
        if (got[k] != want)
            return wrong(v, "sa_cycles(P = %lld, M = %lld, K = %lld, N = %lld) is %lld, expected %lld", (long long)r[0],
                         (long long)r[1], (long long)r[2], (long long)r[3], (long long)got[k], (long long)want);
    }
    v->pass = 1;
    return 0;
}

/* Extents around the paddings, now and then one of 10^9, and an order drawn as a shuffle. */
int shapes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int64_t near[] = { 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 100, 127, 128, 129, 255, 256, 257, 1000 };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int64_t *r = b ? b->data : NULL;
    for (size_t k = 0; r && k < b->count / 10; k++, r += 10) {
        int rank = 2 + (int)(k % 3);
        r[0] = rank;
        for (int d = 0; d < 4; d++)
            r[1 + d] = d < rank ? near[below(&s, (int)(sizeof near / sizeof *near))] : 1, r[5 + d] = d < rank ? d : -1;
        r[1] = k % 7 == 6 ? 1000000007 : r[1];
        if (k % 7 != 6 && k % 5 == 4) /* all alike: every order takes the same */
            for (int d = 1; d < rank; d++)
                r[1 + d] = r[1];
        for (int d = rank - 1; d > 0; d--) {
            int e = below(&s, d + 1);
            int64_t keep = r[5 + d];
            r[5 + d] = r[5 + e], r[5 + e] = keep;
        }
        r[9] = 1 << below(&s, 3);
    }
    return r ? 0 : -1;
}

static int64_t tiled(const int64_t *r, const int64_t *order)
{
    int64_t bytes = r[9];
    for (int k = 0; k < r[0]; k++) {
        int64_t unit = k == 0 ? 128 : k == 1 ? 32 / r[9] : 1;
        bytes *= up(r[1 + order[k]], unit) * unit;
    }
    return bytes;
}

static const char *shape(const int64_t *r, const int64_t *order, char *ret, size_t n)
{
    size_t at = (size_t)snprintf(ret, n, "%lld", (long long)r[1]);
    for (int k = 1; k < r[0]; k++)
        at += (size_t)snprintf(ret + at, n - at, " x %lld", (long long)r[1 + k]);
    at += (size_t)snprintf(ret + at, n - at, ", %lld B an element", (long long)r[9]);
    for (int k = 0; order && k < r[0]; k++)
        at += (size_t)snprintf(ret + at, n - at, "%s%lld", k ? ", " : ", order ", (long long)order[k]);
    return ret;
}

int layout_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *r = ridge_data(c, "shapes"), *got = ridge_data(c, "bytes");
    char text[160];
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, r += 10)
        if (got[k] != tiled(r, r + 5))
            return wrong(v, "layout_bytes of %s: %lld, expected %lld", shape(r, r + 5, text, sizeof text), (long long)got[k],
                         (long long)tiled(r, r + 5));
    v->pass = 1;
    return 0;
}

/* All words of `rank` digits in ascending order; those without a digit twice are the orders. */
static int64_t least(const int64_t *r, int64_t *order)
{
    int64_t best = -1, digit[4], words = 1;
    for (int k = 0; k < r[0]; k++)
        words *= r[0];
    for (int64_t word = 0; word < words; word++) {
        int seen = 0;
        int64_t rest = word;
        for (int k = (int)r[0] - 1; k >= 0; k--, rest /= r[0])
            seen |= 1 << (digit[k] = rest % r[0]);
        if (seen != (1 << r[0]) - 1 || (best >= 0 && tiled(r, digit) >= best))
            continue;
        best = tiled(r, digit);
        memcpy(order, digit, (size_t)r[0] * sizeof *order);
    }
    return best;
}

int best_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *r = ridge_data(c, "shapes"), *got = ridge_data(c, "best");
    char mine[160], text[160];
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, r += 10, got += 5) {
        int64_t order[4] = { -1, -1, -1, -1 }, bytes = least(r, order);
        for (int64_t d = r[0]; d < 4; d++)
            if (got[1 + d] != -1)
                return wrong(v, "layout_best of %s writes order[%lld]", shape(r, NULL, text, sizeof text),
                             (long long)d);
        if (got[0] != bytes)
            return wrong(v, "layout_best of %s returns %lld, expected %lld", shape(r, NULL, text, sizeof text), (long long)got[0],
                         (long long)bytes);
        if (memcmp(got + 1, order, sizeof order))
            return wrong(v, "layout_best of %s; expected %s", shape(r, got + 1, text, sizeof text), shape(r, order, mine, sizeof mine));
    }
    v->pass = 1;
    return 0;
}

int tori_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static const int64_t first[][5] = {
        { 1, 1, 1000, 10, 5 }, { 2, 1, 1, 1, 0 },    { 1, 4, 4096, 8, 3 },      { 4, 4, 0, 8, 3 },       { 4, 1, 4096, 8, 0 },
        { 16, 16, 1 << 30, 50, 900 }, { 4, 8, 1 << 20, 64, 0 }, { 8, 4, 1 << 20, 64, 0 }, { 3, 5, 1001, 7, 11 }, { 2, 2, 7, 1, 1 },
        { 2, 2, 17, 1, 0 }, { 2, 2, 1LL << 40, 3, 1 << 20 }, { 20, 16, (1LL << 60) + 1, 1, 7 },
        { 5, 3, 100, 10, 1LL << 33 },
    };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int64_t *r = b ? b->data : NULL;
    for (size_t k = 0; r && k < b->count / 5; k++, r += 5)
        if (k < sizeof first / sizeof *first)
            memcpy(r, first[k], sizeof *first);
        else
            r[0] = between(&s, 1, 20), r[1] = between(&s, 1, 20), r[2] = between(&s, 0, 5000000), r[3] = between(&s, 1, 300),
            r[4] = between(&s, 0, 2000);
    return r ? 0 : -1;
}

/* A reduce-scatter, step by step. */
static int64_t ring(int64_t n, int64_t b, int64_t rate, int64_t hop)
{
    int64_t clocks = 0, half = up(up(b, n), 2);
    for (int64_t step = 1; step < n; step++)
        clocks += hop + up(half, rate);
    return clocks;
}

int torus_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int64_t *r = ridge_data(c, "tori"), *got = ridge_data(c, "clocks");
    for (int64_t k = 0; k < ridge_int(c, "R"); k++, r += 5) {
        int64_t h = up(r[2], 2), phase[2][2], want = 0;
        for (int way = 0; way < 2; way++) {
            phase[0][way] = ring(r[way], h, r[3], r[4]);
            phase[1][way] = ring(r[!way], up(h, r[way]), r[3], r[4]);
        }
        for (int p = 0; p < 2; p++)
            want += 2 * (phase[p][0] > phase[p][1] ? phase[p][0] : phase[p][1]);
        if (got[k] != want)
            return wrong(v, "torus_allreduce(X = %lld, Y = %lld, bytes = %lld, rate = %lld, hop = %lld) is %lld, expected %lld",
                         (long long)r[0], (long long)r[1], (long long)r[2], (long long)r[3], (long long)r[4], (long long)got[k],
                         (long long)want);
    }
    v->pass = 1;
    return 0;
}
