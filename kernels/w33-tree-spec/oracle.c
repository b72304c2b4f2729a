/*
 * oracle.c: inputs and judges of w33-tree-spec.
 *
 * Probabilities are whole multiples of 1/4096, so that rows add up to exactly 1. Laws are computed from the definition:
 * the target's probability of a sequence is a product, and a draft's chance to survive a sum over what its siblings
 * were. judge_trees.h has trees, judge_model.h the language model.
 */
#include <stdlib.h>

#include <ridge/oracle.h>

#include "../../labs/w33-tree-spec/toy.h"
#include "../speculative/rows.h"

enum rows { ANY, SHIFTED, EQUAL, DISJOINT, GREEDY, HOLES, PEAKED, SURE, ROUNDED };
enum { FIXED, WITH, WITHOUT };
enum { NODES = 64, MOST_DEPTH = 8, MOST_WIDTH = 16, MAX_V = 64, SHAPE = 9, LANGUAGE = 1 };
static const double UNITS = 4096, FINE = 1048576; /* the unit of a probability: 1/4096, or 2^-20 */
static const double MOVED = .2;                   /* of each row, where the overlap is the same everywhere */
static const double TAIL = 4.9;                   /* deviations: beyond it once in a million */
static const float CLOSE = 1e-3f;                 /* logits as near as this are equal: sums have another order */

static int fails(struct ridge_verdict *v, const char *text)
{
    v->pass = 0;
    snprintf(v->message, sizeof v->message, "mismatch: %s", text);
    return 0;
}

/* --- rows ------------------------------------------------------------------------------------------------------- */

/* Between 20 and 119; peaked rows have a few large ones among small ones. */
static double weight(enum rows kind, uint64_t *s)
{
    double w = 20 + (double)(ridge_next(s) % 100);
    return kind == PEAKED ? w * w * w : w;
}

/* A row of floats that adds up to a little less than 1, as rounding leaves it. */
static void round_off(float *p, int n)
{
    int most = 0;
    double sum = 0;
    for (int x = 0; x < n; x++) {
        p[x] *= 1 + (float)x * 0x1p-20f;
        most = p[x] > p[most] ? x : most;
        sum += p[x];
    }
    p[most] -= (float)(sum - 1);
    for (sum = 1; sum >= 1; p[most] = nextafterf(p[most], 0)) {
        sum = 0;
        for (int x = 0; x < n; x++)
            sum += p[x];
    }
}

/* A row of the target and one of the draft. */
static void pair(enum rows kind, int n, double units, uint64_t *s, double *w, float *p, float *q)
{
    int peak = (int)(ridge_next(s) % (uint64_t)n);
    for (int x = 0; x < n; x++) {
        w[x] = weight(kind, s);
        if (kind == DISJOINT)
            w[x] *= x % 2;
        else if (kind == GREEDY || kind == SURE)
            w[x] = x == peak;
        else if (kind == HOLES && (x + peak) % 3 == 0)
            w[x] = 0;
    }
    apportion(w, n, units, p);
    if (kind == ROUNDED)
        round_off(p, n);
    if (kind == SHIFTED) {
        shifted(p, n, MOVED, units, q);
        return;
    }
    int other = (int)(ridge_next(s) % 4) ? peak : (int)(ridge_next(s) % (uint64_t)n);
    for (int x = 0; x < n; x++) {
        w[x] = kind == EQUAL || kind == SURE ? p[x] : kind == PEAKED ? p[x] * (20 + (double)(ridge_next(s) % 40)) : weight(kind, s);
        if (kind == DISJOINT)
            w[x] *= (x + 1) % 2;
        else if (kind == GREEDY)
            w[x] = x == other ? 3 : x == (other + 1) % n;
        else if (kind == HOLES && (x + peak) % 3 == 1)
            w[x] = 0;
    }
    apportion(w, n, units, q);
}

/* [2][rows][V]: all rows of the target, then all of the draft. */
static int pairs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int V = (int)ridge_int(c, "V"), kind = (int)ridge_int(c, "rows");
    double w[MAX_V];
    if (!b || b->dtype != RIDGE_F32 || V < 2 || V > MAX_V || kind < ANY || kind > ROUNDED)
        return -1;
    size_t rows = b->count / 2 / (size_t)V, v = (size_t)V;
    float *p = b->data;
    for (size_t k = 0; k < rows; k++)
        pair((enum rows)kind, V, UNITS, &seed, w, p + k * v, p + (rows + k) * v);
    return 0;
}

int prefix_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return pairs_fill(c, buffer, seed);
}

int tabs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    return pairs_fill(c, buffer, seed);
}

/* One row of a draft. With ties 1 the values are few powers of two; with ties 2 the same four numbers in another order,
 * whose products along two paths are often equal in double, and not in float. Else a few tokens have nearly all. */
static void draft_row_fill(float *row, int V, int ties, int holes, double *w, uint64_t *seed)
{
    static const float quarter[4] = { 1951, 1103, 607, 435 };
    uint64_t turn = ridge_next(seed);
    for (int x = 0; x < V; x++) {
        w[x] = ties ? (double)(1 + ridge_next(seed) % 3) : pow(1 - ridge_uniform(seed), -2);
        if ((int)(ridge_next(seed) % 10) < holes)
            w[x] = 0;
    }
    w[turn % (uint64_t)V] += 1; /* one at least has a probability */
    if (!ties)
        apportion(w, V, V > MAX_V ? FINE * 8 : FINE, row);
    for (int x = 0; ties == 1 && x < V; x++)
        row[x] = w[x] > 0 ? (float)ldexp(1, (int)w[x] - 6) : 0;
    for (int x = 0; ties == 2 && x < V; x++)
        row[x] = x < 4 ? quarter[((turn & 4 ? 7 - (uint64_t)x : (uint64_t)x) + turn / 8) % 4] / 4096 : 0;
}

/* Rows [R][V] of a draft; `holes` of ten tokens have no probability. */
int drafts_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int V = (int)ridge_int(c, "V"), ties = (int)ridge_int(c, "ties"), holes = (int)ridge_int(c, "holes");
    double *w = malloc((size_t)(V > 0 ? V : 1) * sizeof *w);
    if (!b || V < 1 || !w) {
        free(w);
        return -1;
    }
    float *row = b->data;
    for (size_t k = 0; k < b->count / (size_t)V; k++, row += V)
        draft_row_fill(row, V, ties, holes, w, &seed);
    free(w);
    return 0;
}

int dice_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    uint64_t *state = ridge_data(c, buffer);
    if (!state)
        return -1;
    *state = ridge_mix(seed, "dice");
    return 0;
}

/* --- misuse ----------------------------------------------------------------------------------------------------- */

static int misused(struct ridge_verdict *v, const double *fault)
{
    static const char *const text[F_FAULTS] = {
        [F_COIN] = "misuse: rng_coin was asked for a probability of %.6g",
        [F_WEIGHT] = "misuse: rng_pick got the weight %.6g, for token %.0f",
        [F_TOTAL] = "misuse: rng_pick was told a total of %.9g, its weights add up to %.9g",
        [F_ENDLESS] = "misuse: more than %.0f random decisions",
        [F_COUNT] = "mismatch: path: %.0f nodes, beginning with %.0f: there are 1 to 9, and the root is the first",
        [F_TOKEN] = "mismatch: token %.0f in a vocabulary of %.0f",
        [F_PATH] = "mismatch: path: node %.0f follows node %.0f, which is not its parent",
        [F_CONTEXT] = "misuse: token %.0f was handed to a model, in a vocabulary of %.0f",
        [F_ROWS] = "misuse: draft_rows was asked for %.0f rows at depth %.0f",
        [F_BUDGET] = "mismatch: budget: %.0f tokens in a pass of the target: the root and at most %.0f nodes",
        [F_MASK] = "mismatch: mask: node %.0f and token %.0f: a node sees itself and its ancestors",
        [F_POS] = "mismatch: position: node %.0f stands at %.0f, which is not behind the text and its ancestors",
        [F_CACHE] = "mismatch: cache: slot %.0f does not hold token %.0f, which the text has there",
        [F_BLOCKS] = "mismatch: blocks: the table has %.0f blocks after the commit, for %.0f slots",
        [F_BLOCK] = "misuse: block_free got block %.0f, which the table does not hold",
        [F_LAYER] = "misuse: layer, number of tokens or position %.0f, of %.0f",
        [F_KEEP] = "misuse: the set of layers %.0f, of a model with %.0f layers",
        [F_PLACE] = "mismatch: cache: %.0f slots are in use after the round, there must be %.0f",
    };
    int kind = fault[0] > F_NONE && fault[0] < F_FAULTS ? (int)fault[0] : F_NONE;
    if (kind == F_NONE && fault[0] == F_NONE)
        return 0;
    v->pass = 0;
    if (kind == F_NONE)
        snprintf(v->message, sizeof v->message, "mismatch: the harness's notes were overwritten");
    else
        snprintf(v->message, sizeof v->message, text[kind], fault[1], fault[2]);
    return 1;
}

#include "judge_model.h"
#include "judge_trees.h"

/* --- the exact law ---------------------------------------------------------------------------------------------- */

struct law {
    int V, D, law, twins; /* D: depth of the shape */
    const struct toy_shape *s;
    size_t prefixes;
    const float *p, *q;
    const double *mass;
    double off, bad_target, bad_got, survive[MOST_DEPTH + 2], want[MOST_DEPTH + 2], total;
    int path[MOST_DEPTH + 2], bad[MOST_DEPTH + 2];
};

/* Walk all sequences. `target` is the target's probability of this prefix, `given` the mass of shorter results that
 * the target would go on to complete like this. */
static void visit(struct law *t, size_t id, int len, double target, double given)
{
    size_t V = (size_t)t->V;
    if (len > 0) {
        given += t->mass[id];
        t->total += t->mass[id];
        t->survive[len] += t->mass[id];
    }
    if (len == t->D + 1) {
        double off = fabs(given - target);
        if (!(off <= t->off)) {
            t->off = off;
            t->bad_target = target;
            t->bad_got = given;
            memcpy(t->bad, t->path, sizeof t->bad);
        }
        return;
    }
    for (size_t x = 0; x < V; x++) {
        double p = t->p[id * V + x];
        t->path[len] = (int)x;
        visit(t, id * V + 1 + x, len + 1, target * p, given * p);
    }
}

static void reached(struct law *t, int node, size_t id, int depth, double chance);

static int child_of(const struct law *t, int node, int after)
{
    for (int i = after + 1; i < t->s->n; i++)
        if (t->s->parent[i] == node)
            return i;
    return 0;
}

/* p' and q' when child `c` of `node` is asked, and the chance that it is. */
static void asked(struct law *t, int node, int c, size_t id, int depth, double chance, const double *p, const double *q)
{
    if (!c || !(chance > 1e-18))
        return;
    double more = 0, rest[MAX_V], beta = 0;
    for (int x = 0; x < t->V; x++) {
        double both = fmin(p[x], q[x]);
        rest[x] = p[x] - both;
        more += rest[x];
        beta += both;
        if (both > 0)
            reached(t, c, toy_extend(id, x, t->V), depth + 1, chance * both);
    }
    for (int x = 0; x < t->V && more > 0; x++)
        rest[x] /= more;
    if (t->law == WITH)
        asked(t, node, child_of(t, node, c), id, depth, chance * (1 - beta), rest, q);
    for (int x = 0; t->law == WITHOUT && x < t->V; x++) { /* the refused one decides what q' is next */
        double refused = chance * (q[x] - fmin(p[x], q[x])), next[MAX_V];
        for (int y = 0; y < t->V; y++)
            next[y] = y == x ? 0 : q[y] / (1 - q[x]);
        if (refused > 0)
            asked(t, node, child_of(t, node, c), id, depth, refused, rest, next);
    }
}

static void reached(struct law *t, int node, size_t id, int depth, double chance)
{
    size_t V = (size_t)t->V;
    double p[MAX_V], q[MAX_V];
    t->want[depth] += chance;
    if (!child_of(t, node, node))
        return;
    for (size_t x = 0; x < V; x++) {
        p[x] = t->p[id * V + x];
        q[x] = t->q[id * V + x];
    }
    if (t->law != FIXED) {
        asked(t, node, child_of(t, node, node), id, depth, chance, p, q);
        return;
    }
    for (int c = child_of(t, node, node); c; c = child_of(t, node, c)) { /* a second of equal siblings never survives */
        int rank = toy_rank(t->s, c), x = toy_ranked(t->q + id * V, t->V, rank / (1 + t->twins));
        if (!t->twins || rank % 2 == 0)
            reached(t, c, toy_extend(id, x, t->V), depth + 1, chance * p[x]);
    }
}

/* mass[id] is the probability that tree_verify brings exactly that sequence. */
int law_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *rows = ridge_buffer(c, "prefix");
    const double *fault = ridge_data(c, "fault");
    struct law t = { .V = (int)ridge_int(c, "V"), .law = (int)ridge_int(c, "law"), .twins = (int)ridge_int(c, "twins"),
                     .D = (int)ridge_int(c, "D"), .s = &toy_shapes[ridge_int(c, "shape") % TOY_SHAPES],
                     .mass = ridge_data(c, "mass") };
    char text[256], list[64] = "";
    double slack = ridge_int(c, "rows") == ROUNDED ? 1e-6 : 1e-12;
    if (!rows || !fault || !t.mass || t.V < 2 || t.V > MAX_V || t.D > 5)
        return -1;
    t.p = rows->data;
    t.q = t.p + rows->count / 2;
    if (misused(v, fault))
        return 0;
    visit(&t, 0, 0, 1, 0);
    reached(&t, 0, 0, 0, 1);
    ridge_count(v, "law_off", t.off);
    if (!(fabs(t.total - 1) <= slack)) {
        snprintf(text, sizeof text, "the probabilities of all results add up to %.15g", t.total);
        return fails(v, text);
    }
    if (!(t.off <= slack)) {
        for (int k = 0, at = 0; k <= t.D; k++)
            at += snprintf(list + at, sizeof list - (size_t)at, "%s%d", k ? " " : "", t.bad[k]);
        snprintf(text, sizeof text, "law: the tokens %s come with probability %.15g, the target says %.15g", list,
                 t.bad_got, t.bad_target);
        return fails(v, text);
    }
    double more = 1;
    for (int n = 1; n <= t.D; n++) {
        more -= t.survive[n]; /* what is longer than n */
        if (more >= t.want[n] - slack)
            continue;
        snprintf(text, sizeof text, "yield: more than %d tokens come with probability %.15g, the rule gives %.15g", n,
                 more, t.want[n]);
        return fails(v, text);
    }
    v->pass = 1;
    return 0;
}

/* --- a large vocabulary ----------------------------------------------------------------------------------------- */

/* Rows p [n][V], then q [n][V]. */
int widerows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    float *p = ridge_data(c, buffer);
    size_t V = (size_t)ridge_int(c, "V"), n = (size_t)ridge_int(c, "n");
    double *w = malloc(V * sizeof *w);
    if (!p || !w) {
        free(w);
        return -1;
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t x = 0; x < V; x++)
            w[x] = weight(ANY, &seed);
        for (int k = 0; k < 3; k++) /* what trees have as children are the likely ones */
            w[(i * 3 + (size_t)k) * 7 % V] += 60. * (double)V;
        apportion(w, (int)V, FINE, p + i * V);
        for (size_t x = 0; x < V; x++)
            w[x] *= .5 + ridge_uniform(&seed);
        apportion(w, (int)V, FINE, p + (n + i) * V);
    }
    free(w);
    return 0;
}

int tokens_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int V = (int)ridge_int(c, "V"), rank[NODES] = { 0 };
    int32_t parent[NODES];
    if (!b || b->count > NODES)
        return -1;
    struct ridge_buffer as = { "parents", RIDGE_I32, b->count, parent };
    struct ridge_case with = *c;
    with.buffers = &as;
    with.nbuffers = 1;
    if (parents_fill(&with, "parents", seed))
        return -1;
    int32_t *token = b->data;
    token[0] = 3;
    for (size_t i = 1; i < b->count; i++) {
        int k = rank[parent[i]]++;
        token[i] = k < 3 ? (int32_t)((parent[i] * 3 + k) * 7 % V) : (int32_t)((ridge_next(&seed) + 997) % (uint64_t)V);
    }
    return 0;
}

struct run {
    double rounds, tokens, want, variance;
};

/* Is the number of tokens what it must be? Publishes what gates ask. */
static int yield_passes(struct ridge_verdict *v, const struct run *r)
{
    char text[128];
    ridge_count(v, "tok_per_call", r->tokens / r->rounds);
    if (fabs(r->tokens - r->want) <= TAIL * sqrt(r->variance) + 1e-9 * r->want)
        return 1;
    snprintf(text, sizeof text, "yield: %.4f tokens a round, expected %.4f", r->tokens / r->rounds,
             r->want / r->rounds);
    fails(v, text);
    return 0;
}

static int among_children(const int32_t *parent, const int32_t *token, int n, int at, int x)
{
    for (int i = 1; i < n; i++)
        if (parent[i] == at && token[i] == x)
            return 1;
    return 0;
}

int wide_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *parent = ridge_data(c, "parents"), *token = ridge_data(c, "tokens"), *toks = ridge_data(c, "toks");
    const float *p = ridge_data(c, "widerows");
    const double *fault = ridge_data(c, "fault");
    int n = (int)ridge_int(c, "n"), fixed = ridge_int(c, "law") == FIXED, depth[NODES] = { 0 };
    size_t V = (size_t)ridge_int(c, "V");
    double chance[NODES] = { 1 }, longer[MOST_DEPTH + 1] = { 1 }, mean = 0, square = 0;
    struct run r = { .rounds = ridge_num(c, "rounds") };
    char text[160];
    if (!parent || !token || !toks || !p || !fault)
        return -1;
    if (misused(v, fault))
        return 0;
    for (int i = 1; i < n; i++) {
        int twin = 0;
        for (int j = 1; j < i; j++)
            twin |= parent[j] == parent[i] && token[j] == token[i];
        depth[i] = depth[parent[i]] + 1;
        chance[i] = twin ? 0 : chance[parent[i]] * p[(size_t)parent[i] * V + (size_t)token[i]];
        longer[depth[i]] += chance[i];
    }
    for (int k = 0; k <= MOST_DEPTH; k++) { /* of the length N: E N = sum P(N > k), E N^2 = sum (2k + 1) P(N > k) */
        mean += longer[k];
        square += (2 * k + 1) * longer[k];
    }
    r.want = mean * r.rounds;
    r.variance = (square - mean * mean) * r.rounds;
    for (int k = 0; k < (int)r.rounds; k++, toks += MOST_DEPTH + 2) {
        int got = toks[0], at = got >= 1 && got <= MOST_DEPTH + 1 ? toks[got] : -1, x = toks[MOST_DEPTH + 1];
        int good = at >= 0 && at < n && x >= 0 && x < (int)V;
        good = good && (fixed ? p[(size_t)at * V + (size_t)x] > 0 && !among_children(parent, token, n, at, x)
                              : p[(size_t)at * V + (size_t)x] > 0);
        r.tokens += got;
        if (good)
            continue;
        snprintf(text, sizeof text, "round %d: %d nodes, the last of them %d, and token %d, which cannot come there", k,
                 got, at, x);
        return fails(v, text);
    }
    v->pass = fixed ? yield_passes(v, &r) : 1;
    return 0;
}

/* --- the cache -------------------------------------------------------------------------------------------------- */

int slotrows_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    for (size_t k = 0; k < b->count; k++)
        ((float *)b->data)[k] = (float)(ridge_next(&seed) % 100000);
    return 0;
}

/* Rising from 0, at most `spread` apart. */
int path_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int spread = (int)ridge_int(c, "spread");
    if (!b || spread < 1)
        return -1;
    int32_t *path = b->data;
    for (size_t k = 0; k < b->count; k++)
        path[k] = k ? path[k - 1] + 1 + (int32_t)(ridge_next(&seed) % (uint64_t)spread) : 0;
    return 0;
}

int commit_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const float *rows = ridge_data(c, "slotrows"), *kept = ridge_data(c, "kept");
    const int32_t *path = ridge_data(c, "path"), *state = ridge_data(c, "state");
    int block = (int)ridge_int(c, "block"), width = (int)ridge_int(c, "width"), len = (int)ridge_int(c, "len");
    int n = (int)ridge_int(c, "n"), had = ((int)ridge_int(c, "slots") + block - 1) / block;
    int need = (len + n + block - 1) / block;
    char text[160];
    if (!rows || !kept || !path || !state)
        return -1;
    if (misused(v, (double[]){ state[0], state[1], state[2] }))
        return 0;
    if (state[3] != len + n || state[4] != need || state[5] != had - need) {
        snprintf(text, sizeof text, "blocks: %d slots in %d blocks, %d given back; expected %d in %d, and %d", state[3],
                 state[4], state[5], len + n, need, had - need);
        return fails(v, text);
    }
    for (int k = 0; k < had - need; k++)
        if (state[6 + k] != had - 1 - k) {
            snprintf(text, sizeof text, "blocks: the table's block %d was given back at place %d, expected %d",
                     state[6 + k], k, had - 1 - k);
            return fails(v, text);
        }
    for (int s = 0; s < len + n; s++) {
        int from = s < len ? s : len + path[s - len];
        if (memcmp(kept + s * width, rows + from * width, (size_t)width * sizeof *rows)) {
            snprintf(text, sizeof text, "cache: slot %d does not hold what slot %d held", s, from);
            return fails(v, text);
        }
    }
    v->pass = 1;
    return 0;
}

/* --- long runs -------------------------------------------------------------------------------------------------- */

/* The normal deviate of a chi-square with `free` degrees of freedom (Wilson and Hilferty, 1931). */
static double deviate(double chi, double free)
{
    double h = 2 / (9 * free);
    return (cbrt(chi / free) - (1 - h)) / sqrt(h);
}

/* Chi-square of the tokens after each context against the target's rows; cells too thin to count are thrown together.
 * 1 when a token came that the target never says. */
static int transitions(const float *p, const double *seen, size_t contexts, size_t V, double *chi, double *free,
                       int *from, int *to)
{
    for (size_t c = 0; c < contexts; c++) {
        double visits = 0, thin = 0, thin_seen = 0;
        for (size_t x = 0; x < V; x++)
            visits += seen[c * V + x];
        *free -= visits > 0;
        for (size_t x = 0; x < V; x++) {
            double want = visits * p[c * V + x], got = seen[c * V + x];
            if (want == 0 && got > 0) {
                *from = (int)(c % V);
                *to = (int)x;
                return 1;
            }
            if (want < 8) {
                thin += want;
                thin_seen += got;
                continue;
            }
            *chi += (got - want) * (got - want) / want;
            ++*free;
        }
        if (thin >= 8) {
            *chi += (thin_seen - thin) * (thin_seen - thin) / thin;
            ++*free;
        }
    }
    return 0;
}

/* Mean and variance of a round's tokens after two tokens: a tree without chance survives by the target's own law. */
static void yields(const struct ridge_case *c, const float *p, const struct draft *d, double *mean, double *variance)
{
    struct tree t;
    int rows, depth[NODES] = { 0 };
    double chance[NODES] = { 1 }, longer[MOST_DEPTH + 1] = { 1 }, square = 0;
    struct draft target = *d;
    int32_t path[NODES][MOST_DEPTH];
    target.pair = p;
    eagle(d, (int)ridge_int(c, "depth"), (int)ridge_int(c, "width"), (int)ridge_int(c, "total"), &t, &rows);
    for (int i = 1; i < t.n; i++) {
        int above = t.parent[i];
        memcpy(path[i], path[above], sizeof path[i]);
        path[i][depth[above]] = t.token[i];
        depth[i] = depth[above] + 1;
        chance[i] = chance[above] * draft_row(&target, path[i], depth[above])[t.token[i]];
        longer[depth[i]] += chance[i];
    }
    *mean = 0;
    for (int k = 0; k <= MOST_DEPTH; k++) {
        *mean += longer[k];
        square += (2 * k + 1) * longer[k];
    }
    *variance = square - *mean * *mean;
}

int decode_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *toks = ridge_data(c, "toks");
    const float *p = ridge_data(c, "tabs");
    const double *fault = ridge_data(c, "fault"), *calls = ridge_data(c, "calls3");
    int V = (int)ridge_int(c, "V"), prev = 0, last = 0, from = 0, to = 0;
    int64_t rounds = ridge_int(c, "rounds");
    char text[200];
    if (!toks || !p || !fault || !calls || V < 2 || V > 16 || rounds < 1)
        return -1;
    if (misused(v, fault))
        return 0;
    size_t v2 = (size_t)(V * V), cells = v2 * (size_t)V;
    double *seen = calloc(cells, sizeof *seen), mean[256], variance[256], chi = 0, free_ = 0;
    struct draft d = { .pair = p + cells, .V = V };
    struct run r = { .rounds = (double)rounds };
    if (!seen)
        return -1;
    for (int k = 0; k < V * V; k++) {
        d.before = k / V;
        d.root = k % V;
        yields(c, p, &d, mean + k, variance + k);
    }
    for (int64_t k = 0; k < rounds; k++, toks += MOST_DEPTH + 2) {
        r.want += mean[prev * V + last];
        r.variance += variance[prev * V + last];
        r.tokens += toks[0];
        for (int j = 1; j <= toks[0]; j++) {
            seen[(prev * V + last) * V + toks[j]]++;
            prev = last;
            last = toks[j];
        }
    }
    ridge_count(v, "target_calls", calls[0] / r.rounds);
    ridge_count(v, "draft_calls", calls[1] / r.rounds);
    ridge_count(v, "nodes_max", calls[2]);
    int never = transitions(p, seen, v2, (size_t)V, &chi, &free_, &from, &to);
    free(seen);
    if (never) {
        snprintf(text, sizeof text, "law: token %d after %d, which the target never says", to, from);
        return fails(v, text);
    }
    if (free_ > 0 && deviate(chi, free_) > TAIL) {
        snprintf(text, sizeof text, "law: %.0f tokens follow each other as the target would not have it: chi-square "
                 "%.0f, about %.0f expected", r.tokens, chi, free_);
        return fails(v, text);
    }
    v->pass = yield_passes(v, &r);
    return 0;
}

