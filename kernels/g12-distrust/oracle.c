/*
 * oracle.c: which version of an exhibit is right, which tests say so, and what the patches have to compute, in float64
 * and in 128 bits. Versions 0 and 1 are an exhibit and its twin; UNSEEN says how many faulty ones follow, and two that
 * are right.
 */
#include <ridge/oracle.h>
#include <stdlib.h>

enum { EXHIBITS = 10, TWINS = 2, POOL_MOST = 64 };

static const char *const NAMES[EXHIBITS] = { "SOFTMAX", "MATMUL", "VERIFY", "OFFSET", "MOMENTS",
                                             "PAGES", "BLOCK_SUM", "COLUMNS", "ALL_REDUCE", "ALL_GATHER" };
static const int UNSEEN[EXHIBITS] = { 4, 5, 5, 5, 4, 5, 5, 4, 5, 4 };

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

/* --- inputs ---------------------------------------------------------------------------------------------- */

static void swap_rows(int32_t *a, size_t width, size_t i, size_t j)
{
    for (size_t k = 0; k < width; k++) {
        int32_t x = a[i * width + k];
        a[i * width + k] = a[j * width + k];
        a[j * width + k] = x;
    }
}

static void shuffle(int32_t *a, size_t width, size_t rows, uint64_t *seed)
{
    for (size_t k = rows; k > 1; k--)
        swap_rows(a, width, k - 1, (size_t)(ridge_uniform(seed) * (double)k));
}

/* Versions of the exhibits `first` to `last`, each twice, in any order: an exhibit and its twin, or all of them. */
int asked_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    size_t n = 0, most = b ? b->count / 2 : 0;
    int32_t *asked = b ? b->data : NULL;
    for (int64_t e = ridge_int(c, "first"); e <= ridge_int(c, "last"); e++) {
        if (e < 0 || e >= EXHIBITS)
            return -1;
        int versions = ridge_int(c, "shown") ? 2 : 2 + UNSEEN[e] + TWINS;
        for (int k = 0; k < 2 * versions; k++, n++)
            if (n < most)
                asked[2 * n] = (int32_t)e, asked[2 * n + 1] = k / 2;
    }
    shuffle(asked, 2, n < most ? n : most, &seed);
    return n == most ? 0 : -1;
}

int exhibits_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    for (size_t k = 0; k < b->count; k++)
        ((int32_t *)b->data)[k] = (int32_t)(k % EXHIBITS);
    shuffle(b->data, 1, b->count, &seed);
    return 0;
}

/* Rows with a mean of `shift` and a spread of `spread`; the first column of every other row stands out. */
int rows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double shift = ridge_num(c, "shift"), spread = ridge_num(c, "spread");
    float *x = b->data;
    seed = ridge_mix(seed, buffer);
    for (size_t k = 0; k < b->count; k++)
        x[k] = (float)(shift + spread * (2 * ridge_uniform(&seed) - 1));
    return 0;
}

/* The rows of A and B; what lies behind them is NaN. */
int padded_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t pad = ridge_int(c, "pad"), n = buffer[0] == 'A' ? ridge_int(c, "K") : ridge_int(c, "N");
    float *x = b->data;
    seed = ridge_mix(seed, buffer);
    for (size_t k = 0; k < b->count; k++)
        x[k] = (int64_t)k % (n + pad) < n ? (float)(2 * ridge_uniform(&seed) - 1) : NAN;
    return 0;
}

/* Probabilities, some of them 0 in one of the two rows. */
int probs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int64_t V = ridge_int(c, "V");
    float *x = b->data;
    seed = ridge_mix(seed, buffer);
    for (size_t r = 0; r < b->count; r += (size_t)V) {
        double w[64], all = 0;
        if (V < 1 || V > 64)
            return -1;
        for (int64_t k = 0; k < V; k++)
            all += w[k] = k > 0 && ridge_uniform(&seed) < .3 ? 0 : ridge_uniform(&seed) + .01;
        for (int64_t k = 0; k < V; k++)
            x[r + (size_t)k] = (float)(w[k] / all);
    }
    return 0;
}

/* A shape of 2^bits elements or fewer, and an index in it: every third one the last. */
int at_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    double bits = ridge_num(c, "bits");
    int32_t *at = b->data;
    for (size_t k = 0; k < b->count; k += 8) {
        double cut[4], all = 0;
        for (int d = 0; d < 4; d++)
            all += cut[d] = .1 + ridge_uniform(&seed);
        for (int d = 0; d < 4; d++) {
            at[k + (size_t)d] = (int32_t)exp2(fmin(bits * cut[d] / all, 30.9));
            double last = at[k + (size_t)d] - 1;
            at[k + 4 + (size_t)d] = (int32_t)(k % 24 ? floor(ridge_uniform(&seed) * (last + 1)) : last);
        }
    }
    return 0;
}

int todo_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *todo = b->data;
    for (size_t k = 0; k < b->count; k += 2) {
        double x = ridge_uniform(&seed);
        todo[k] = x < .3 ? 0 : x < .6 ? 1 : x < .75 ? 2 : 3;
        todo[k + 1] = (int32_t)(ridge_uniform(&seed) * (double)ridge_int(c, "sequences"));
    }
    return 0;
}

/* --- tests ------------------------------------------------------------------------------------------------ */

struct score {
    int exhibit_passes, twin_flagged;   /* of the versions that are shown */
    int faulty, killed, right, flagged; /* of those that are not */
    int torn;
};

/* A version counts as killed or as flagged when both answers say so; answers that differ count against the test. */
static int add_up(const struct ridge_case *c, struct score s[EXHIBITS])
{
    const struct ridge_buffer *b = ridge_buffer(c, "asked");
    const int32_t *asked = b ? b->data : NULL, *said = ridge_data(c, "said");
    int seen[EXHIBITS][16] = { { 0 } }, yes[EXHIBITS][16] = { { 0 } };
    if (!asked || !said)
        return -1;
    for (size_t k = 0; k < b->count / 2; k++) {
        int e = asked[2 * k], version = asked[2 * k + 1];
        seen[e][version]++;
        yes[e][version] += said[k] == 1 ? 1 : said[k] ? 100 : 0;
    }
    for (int e = 0; e < EXHIBITS; e++)
        for (int k = 0; k < 16; k++) {
            int is_right = k >= 2 + UNSEEN[e], all = yes[e][k] == seen[e][k];
            if (!seen[e][k])
                continue;
            s[e].torn += yes[e][k] && !all;
            if (k < 2) {
                *(k ? &s[e].twin_flagged : &s[e].exhibit_passes) = k ? yes[e][k] > 0 : !all;
                continue;
            }
            s[e].right += is_right, s[e].faulty += !is_right;
            s[e].killed += !is_right && all;
            s[e].flagged += is_right && yes[e][k];
        }
    return 0;
}

/* Who lets the exhibit through has tested nothing, and who refuses the twin everything: no case passes then. */
static int judge_shown(int e, const struct score *s, struct ridge_verdict *v)
{
    if (s->twin_flagged)
        return SAY(v, "the test of %s says that the twin of the exhibit is faulty, and it is right", NAMES[e]);
    if (s->exhibit_passes)
        return SAY(v, "the test of %s says that the exhibit is right, and it is faulty", NAMES[e]);
    return 1;
}

/* What is published: unseen versions for each one killed, where a right one that is flagged takes a kill away. */
int tests_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct score s[EXHIBITS] = { { 0 } };
    int faulty = 0, killed = 0, flagged = 0;
    if (add_up(c, s))
        return -1;
    for (int e = 0; e < EXHIBITS; e++)
        faulty += s[e].faulty, killed += s[e].killed, flagged += s[e].flagged;
    ridge_count(v, "missed", faulty - killed);
    ridge_count(v, "killed", killed);
    ridge_count(v, "per_kill", (double)faulty / (killed > flagged ? killed - flagged : .01));
    for (int e = 0; e < EXHIBITS; e++) {
        if (s[e].torn)
            return SAY(v, "the test of %s was asked twice about one version and gave two answers, or one that is "
                       "neither TEST_RIGHT nor TEST_FAULTY", NAMES[e]);
        if (!judge_shown(e, &s[e], v))
            return 0;
        if (s[e].flagged)
            return SAY(v, "the test of %s says of %d of %d right versions which you have not seen that they are faulty "
                       "(and finds %d of %d faulty ones)", NAMES[e], s[e].flagged, s[e].right, s[e].killed,
                       s[e].faulty);
    }
    v->pass = 1;
    return 0;
}

/* --- findings ------------------------------------------------------------------------------------------------ */

/* Lines where the exhibit can be mended, the rule, and a number, of which lab.h says what it is:
 * SOFTMAX: (0, 1) has a maximum that grows. MATMUL: 20 % 16 columns of what is left are computed. VERIFY: 4/5·1/4
 * accepted, and 3/5 of 1/5 from p. OFFSET: 8 · token is 2^32. MOMENTS: at 4096 the sum of squares, 2^25 + 2, is a
 * float no more. PAGES: the second writer of three. BLOCK_SUM: 32 words are read by others in the phase that writes
 * them. COLUMNS: lanes of 8 warps are 8 floats apart. ALL_REDUCE: rank 1 of three. ALL_GATHER: one float above eager. */
static const struct {
    int lines[4]; /* ends with 0 */
    int rule;
    int64_t evidence;
} FOUND[EXHIBITS] = {
    { { 4 }, 3, 2 }, { { 1, 6 }, 1, 5 }, { { 4 }, 3, 32 }, { { 1, 2 }, 1, INT64_C(1) << 29 }, { { 4, 6, 1 }, 1, 4096 },
    { { 6, 10 }, 3, 3 }, { { 5, 6, 7 }, 1, 32 }, { { 2 }, 1, 32 }, { { 3, 1 }, 2, 3 }, { { 3 }, 2, 1025 },
};

int locate_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "exhibits");
    const int32_t *asked = b ? b->data : NULL;
    const int64_t *found = ridge_data(c, "found");
    int right[3] = { 0 }, n = 0, bad = -1;
    if (!asked || !found)
        return -1;
    for (size_t k = 0; k < b->count; k++, n++) {
        int e = asked[k], line = 0;
        for (int l = 0; l < 4 && FOUND[e].lines[l]; l++)
            line |= found[3 * k] == FOUND[e].lines[l];
        int all = line && found[3 * k + 1] == FOUND[e].rule && found[3 * k + 2] == FOUND[e].evidence;
        right[0] += line, right[1] += found[3 * k + 1] == FOUND[e].rule;
        right[2] += found[3 * k + 2] == FOUND[e].evidence;
        bad = all || (bad >= 0 && bad < e) ? bad : e;
    }
    if (bad >= 0)
        return SAY(v, "of %d findings %d have the line, %d the rule, %d the number; the first that is not whole is "
                   "that of %s", n, right[0], right[1], right[2], NAMES[bad]);
    v->pass = 1;
    return 0;
}

/* --- patches ------------------------------------------------------------------------------------------------- */

int softmax_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *x = ridge_data(c, "x");
    size_t cols = (size_t)ridge_int(c, "n");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        const float *row = x + index[k] / cols * cols;
        double top = row[0], sum = 0;
        for (size_t i = 1; i < cols; i++)
            top = fmax(top, row[i]);
        for (size_t i = 0; i < cols; i++)
            sum += exp(row[i] - top);
        scale[k] = want[k] = exp(x[index[k]] - top) / sum;
    }
    return 0;
}

int matmul_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const float *A = ridge_data(c, "A"), *B = ridge_data(c, "B");
    int64_t N = ridge_int(c, "N"), K = ridge_int(c, "K"), pad = ridge_int(c, "pad");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        int64_t i = (int64_t)index[k] / (N + pad), j = (int64_t)index[k] % (N + pad);
        want[k] = j < N ? 0 : -7;
        scale[k] = j < N ? 0 : 7;
        for (int64_t q = 0; q < K && j < N; q++) {
            double term = (double)A[i * (K + pad) + q] * B[q * (N + pad) + j];
            want[k] += term, scale[k] += fabs(term);
        }
    }
    return 0;
}

int verify_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                  double *scale)
{
    const float *p = ridge_data(c, "p");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = p[index[k]];
    return 0;
}

int offset_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "offset");
    const int64_t *got = b ? b->data : NULL;
    const int32_t *at = ridge_data(c, "at");
    if (!got || !at)
        return -1;
    for (size_t k = 0; k < b->count; k++, at += 8) {
        __int128 want = at[4];
        for (int d = 1; d < 4; d++)
            want = want * at[d] + at[4 + d];
        if (got[k] != (int64_t)want)
            return SAY(v, "fixed_offset of (%d, %d, %d, %d) in [%d][%d][%d][%d]: %lld expected, got %lld", at[4], at[5],
                       at[6], at[7], at[0], at[1], at[2], at[3], (long long)want, (long long)got[k]);
    }
    v->pass = 1;
    return 0;
}

int moments_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *x = ridge_data(c, "x"), *got = ridge_data(c, "moments");
    int64_t R = ridge_int(c, "R"), n = ridge_int(c, "n");
    if (!x || !got)
        return -1;
    for (int64_t r = 0; r < R; r++, x += n, got += 2) {
        double mean = 0, var = 0;
        for (int64_t i = 0; i < n; i++)
            mean += x[i] / (double)n;
        for (int64_t i = 0; i < n; i++)
            var += (x[i] - mean) * (x[i] - mean) / (double)n;
        double sd = sqrt(var), room = var > 1e-12 * mean * mean ? 1e-3 * var : 1e-9 * mean * mean;
        if (!(fabs(got[0] - mean) <= 1e-3 * sd + 1e-7 * fabs(mean)) || !(fabs(got[1] - var) <= room))
            return SAY(v, "row %lld of %lld numbers: mean %.7g and variance %.7g expected, got %.7g and %.7g",
                       (long long)r, (long long)n, mean, var, got[0], got[1]);
    }
    v->pass = 1;
    return 0;
}

/* The pool as lab.h has it; which free page is taken is the submission's to choose. */
int pages_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "todo");
    const int32_t *todo = b ? b->data : NULL, *gave = ridge_data(c, "gave");
    int pages = (int)ridge_int(c, "pages"), owners[POOL_MOST] = { 0 }, page[POOL_MOST], used = 0;
    if (!todo || !gave || pages > POOL_MOST)
        return -1;
    memset(page, -1, sizeof page);
    for (size_t k = 0; k < b->count / 2; k++) {
        int what = todo[2 * k], s = todo[2 * k + 1], other = (s + 1) % POOL_MOST, got = gave[k];
        int fresh = (what == 0 && page[s] < 0) || (what == 3 && page[s] >= 0 && owners[page[s]] > 1);
        int none = got == -1 && used == pages, is_free = got >= 0 && got < pages && !owners[got];
        if (fresh && !none && !is_free)
            return SAY(v, "step %zu, %s: a free page expected%s, got %d", k, what ? "write into a shared page" : "take",
                       used == pages ? ", of which there is none" : "", got);
        if (what == 3 && page[s] >= 0 && owners[page[s]] == 1 && got != page[s])
            return SAY(v, "step %zu, write by the only owner of page %d: that page expected, got %d", k, page[s], got);
        if (fresh && is_free) {
            owners[got] = 1, used++;
            owners[page[s] < 0 ? got : page[s]] -= what == 3;
            page[s] = got;
        } else if (what == 1 && page[s] >= 0 && page[other] < 0) {
            owners[page[other] = page[s]]++;
        } else if (what == 2 && page[s] >= 0) {
            used -= !--owners[page[s]];
            page[s] = -1;
        }
    }
    v->pass = 1;
    return 0;
}

/* x [n] -> out [blocks], of 4·threads elements each */
int block_sum_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                     double *scale)
{
    const float *x = ridge_data(c, "line");
    int64_t all = ridge_int(c, "n"), each = 4 * ridge_int(c, "threads");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (int64_t i = (int64_t)index[k] * each; i < all && i < (int64_t)(index[k] + 1) * each; i++)
            want[k] += x[i], scale[k] += fabs(x[i]);
    }
    return 0;
}

int columns_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                   double *scale)
{
    const float *x = ridge_data(c, "table");
    int64_t rows = ridge_int(c, "n"), width = ridge_int(c, "width");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (int64_t r = 0; r < rows; r++) {
            double term = x[r * width + (int64_t)index[k]];
            want[k] += term, scale[k] += fabs(term);
        }
    }
    return 0;
}

int cuda_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const char *text[2] = { ridge_data(c, "sum_cu"), ridge_data(c, "columns_cu") };
    static const char *const names[] = { "block_sum(", "columns(" };
    for (int k = 0; k < 2; k++)
        if (!text[k] || !strstr(text[k], names[k]))
            return SAY(v, "the text of the kernel has no %s...)", names[k]);
    v->pass = 1;
    return 0;
}

/* x [P][n] -> sum [P][n], on each rank the whole */
int all_reduce_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                      double *scale)
{
    const float *x = ridge_data(c, "part");
    size_t P = (size_t)ridge_int(c, "P"), each = (size_t)ridge_int(c, "n");
    (void)out;
    for (size_t k = 0; k < n; k++) {
        want[k] = scale[k] = 0;
        for (size_t r = 0; r < P; r++)
            want[k] += x[r * each + index[k] % each], scale[k] += fabs(x[r * each + index[k] % each]);
    }
    return 0;
}

/* x [P][n] -> all [P][P·n] */
int all_gather_oracle(const struct ridge_case *c, const char *out, const size_t *index, size_t n, double *want,
                      double *scale)
{
    const float *x = ridge_data(c, "part");
    size_t P = (size_t)ridge_int(c, "P"), each = (size_t)ridge_int(c, "n");
    (void)out;
    for (size_t k = 0; k < n; k++)
        scale[k] = want[k] = x[index[k] % (P * each)];
    return 0;
}
