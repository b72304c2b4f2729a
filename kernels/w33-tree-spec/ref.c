/*
 * ref.c: speculation by trees, the reference. What it does about time:
 *
 *   a threshold     the `width` likeliest of a row are found in one pass. Once `width` are known, a token that is not
 *                   likelier than the last of them is no candidate, and nearly none is: sixteen tokens are dismissed by
 *                   one maximum.
 *   one row a round a tree without chance is judged by single numbers of p. A row is read whole when the round ends,
 *                   and then once.
 *   nothing divided p' stays as it is with its mass beside it, q' with what is left of it. A token that was refused
 *                   has p' = 0 already, so that taking it out of q' needs no pass.
 *   a word a node   a node sees what its parent sees, and itself.
 */
#include "lab.h"

static const double LITTLE = 1e-3;
enum { CHUNK = 16, MADE = TREE_WIDTH + (TREE_DEPTH - 1) * TREE_WIDTH * TREE_WIDTH };

static void plant(tree_t *t, int32_t root)
{
    t->n = 1;
    t->token[0] = root;
    t->parent[0] = -1;
}

static void grow(tree_t *t, int32_t token, int parent)
{
    t->token[t->n] = token;
    t->parent[t->n++] = parent;
}

/* --- Medusa --------------------------------------------------------------------------------------------------- */

void tree_medusa(tree_t *t, int32_t root, int heads, int k, const int32_t *top, const int *width)
{
    plant(t, root);
    for (int h = 0, from = 0; h < heads; h++) {
        int to = t->n;
        for (int at = from; at < to; at++)
            for (int i = 0; i < width[h] && t->n < TREE_NODES; i++)
                grow(t, top[h * k + i], at);
        from = to;
    }
}

/* A node that may be taken next: rank `rank` of head `head`, below node `parent`. */
struct offer {
    int parent, head, rank;
    double above, worth; /* of the parent; of the node itself */
};

/* Ranks of one head by falling accuracy. */
static void order(const double *acc, int k, int *rank)
{
    for (int i = 0; i < k; i++) {
        int at = i;
        for (; at > 0 && acc[rank[at - 1]] < acc[i]; at--)
            rank[at] = rank[at - 1];
        rank[at] = i;
    }
}

/* Takes nodes in the order of their worth. Who is taken offers its best child and its next sibling, so that at most
 * two are added for one taken; a child is never worth more than its parent, so that no better one is hidden. */
void tree_sparse(tree_t *t, int32_t root, int heads, int k, const int32_t *top, const double *acc, int budget)
{
    struct offer open[2 * TREE_NODES];
    int *rank = malloc((size_t)(heads * k + 1) * sizeof *rank), n = 0;
    if (!rank)
        abort();
    plant(t, root);
    for (int h = 0; h < heads; h++)
        order(acc + h * k, k, rank + h * k);
    if (heads && k)
        open[n++] = (struct offer){ 0, 0, 0, 1, acc[rank[0]] };
    while (n && t->n <= budget) {
        int best = 0;
        for (int i = 1; i < n; i++)
            best = open[i].worth > open[best].worth ? i : best;
        struct offer o = open[best];
        if (!(o.worth > 0))
            break;
        open[best] = open[--n];
        grow(t, top[o.head * k + rank[o.head * k + o.rank]], o.parent);
        if (o.rank + 1 < k)
            open[n++] = (struct offer){ o.parent, o.head, o.rank + 1, o.above,
                                        o.above * acc[o.head * k + rank[o.head * k + o.rank + 1]] };
        if (o.head + 1 < heads) {
            int h = o.head + 1;
            open[n++] = (struct offer){ t->n - 1, h, 0, o.worth, o.worth * acc[h * k + rank[h * k]] };
        }
    }
    free(rank);
}

/* --- EAGLE-2 -------------------------------------------------------------------------------------------------- */

/* The k likeliest tokens of a row, the likeliest first; returns how many have a probability at all. */
static int likeliest(const float *row, int V, int k, int32_t *best)
{
    int n = 0;
    float least = 0;
    for (int x = 0; x < V; x += CHUNK) {
        int end = x + CHUNK < V ? x + CHUNK : V;
        float most = 0;
        for (int y = x; y < end; y++)
            most = row[y] > most ? row[y] : most;
        if (!(most > least))
            continue;
        for (int y = x; y < end; y++) {
            if (!(row[y] > least))
                continue;
            int at = n < k ? n++ : k - 1;
            for (; at > 0 && row[best[at - 1]] < row[y]; at--)
                best[at] = best[at - 1];
            best[at] = y;
            least = n == k ? row[best[k - 1]] : 0;
        }
    }
    return n;
}

struct made {
    int n;
    int32_t token[MADE + 1], parent[MADE + 1];
    double sure[MADE + 1];
};

/* The k surest of made nodes from..to-1, the surest first, of equals the first made. */
static int surest(const struct made *all, int from, int to, int k, int *best)
{
    int n = 0;
    for (int i = from; i < to && k > 0; i++) {
        if (n == k && !(all->sure[i] > all->sure[best[k - 1]]))
            continue;
        int at = n < k ? n++ : k - 1;
        for (; at > 0 && all->sure[best[at - 1]] < all->sure[i]; at--)
            best[at] = best[at - 1];
        best[at] = i;
    }
    return n;
}

static void expand(struct made *all, eagle_t how, int V, models_t *m, float *q)
{
    int32_t path[TREE_WIDTH * TREE_DEPTH], best[TREE_WIDTH];
    int leaf[TREE_WIDTH] = { 0 }, leaves = 1;
    for (int level = 0; level < how.depth && leaves && how.width; level++) {
        int from = all->n;
        for (int k = 0; k < leaves; k++)
            for (int d = level - 1, at = leaf[k]; d >= 0; d--, at = all->parent[at])
                path[k * level + d] = all->token[at];
        draft_rows(m, leaves, level, path, q);
        for (int k = 0; k < leaves; k++) {
            const float *row = q + (size_t)k * (size_t)V;
            int n = likeliest(row, V, how.width, best);
            for (int i = 0; i < n; i++, all->n++) {
                all->token[all->n] = best[i];
                all->parent[all->n] = leaf[k];
                all->sure[all->n] = all->sure[leaf[k]] * row[best[i]];
            }
        }
        leaves = surest(all, from, all->n, how.width, leaf);
    }
}

void tree_eagle2(tree_t *t, int32_t root, eagle_t how, int V, models_t *m, float *work)
{
    struct made all = { .n = 1, .token = { root }, .parent = { -1 }, .sure = { 1 } };
    int kept[TREE_NODES], place[MADE + 1] = { 0 };
    char keep[MADE + 1] = { 0 };
    expand(&all, how, V, m, work);
    int n = surest(&all, 1, all.n, how.total, kept);
    for (int k = 0; k < n; k++)
        keep[kept[k]] = 1;
    plant(t, root);
    for (int i = 1; i < all.n; i++)
        if (keep[i]) {
            place[i] = t->n;
            grow(t, all.token[i], place[all.parent[i]]);
        }
}

/* --- one pass --------------------------------------------------------------------------------------------------- */

void tree_mask(const tree_t *t, uint64_t *mask)
{
    for (int i = 0; i < t->n; i++)
        mask[i] = (i ? mask[t->parent[i]] : 0) | (uint64_t)1 << i;
}

void tree_positions(const tree_t *t, int len, int32_t *pos)
{
    for (int i = 0; i < t->n; i++)
        pos[i] = i ? pos[t->parent[i]] + 1 : len;
}

/* --- what may stay ---------------------------------------------------------------------------------------------- */

static double copy_row(double *to, const float *row, int V)
{
    double sum[8] = { 0 };
    int x = 0;
    for (; x + 8 <= V; x += 8)
        for (int k = 0; k < 8; k++)
            sum[k] += to[x + k] = row[x + k];
    for (; x < V; x++)
        sum[0] += to[x] = row[x];
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

static double added(const double *w, int V)
{
    double sum = 0;
    for (int x = 0; x < V; x++)
        sum += w[x];
    return sum;
}

/* w = (w - by q)+; returns its sum. The first time w is p itself, in float. */
static double residual(double *w, const float *p, const float *q, double by, int V)
{
    double sum[8] = { 0 };
    int x = 0;
    for (; x + 8 <= V; x += 8)
        for (int k = 0; k < 8; k++) {
            double more = (p ? p[x + k] : w[x + k]) - by * q[x + k];
            sum[k] += w[x + k] = more > 0 ? more : 0;
        }
    for (; x < V; x++) {
        double more = (p ? p[x] : w[x]) - by * q[x];
        sum[0] += w[x] = more > 0 ? more : 0;
    }
    return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/* Has an earlier child of the same node this token? */
static int said_before(const tree_t *t, int child)
{
    for (int c = t->parent[child] + 1; c < child; c++)
        if (t->parent[c] == t->parent[child] && t->token[c] == t->token[child])
            return 1;
    return 0;
}

/* The child of `at` that is accepted, or 0 with *next drawn. */
static int judge_fixed(const tree_t *t, int at, int V, const float *p, double *w, rng_t *r, int32_t *next)
{
    double left = 1;
    int last = 0;
    for (int c = at + 1; c < t->n; c++) {
        double mass = t->parent[c] == at && !said_before(t, c) ? p[t->token[c]] : 0;
        if (!(mass > 0))
            continue;
        if (rng_coin(r, mass < left ? mass / left : 1))
            return c;
        left -= mass;
        last = c;
    }
    double sum = copy_row(w, p, V);
    for (int c = at + 1; c < t->n; c++)
        if (t->parent[c] == at) {
            sum -= w[t->token[c]];
            w[t->token[c]] = 0;
        }
    if (sum < LITTLE) /* what a difference leaves has lost its digits */
        sum = added(w, V);
    if (!(sum > 0)) /* the row adds up to a little less than 1, and all of it was refused */
        return last;
    *next = rng_pick(r, w, V, sum);
    return 0;
}

static int judge_drawn(const tree_t *t, int at, int without, int V, const float *p, const float *q, double *w, rng_t *r,
                       int32_t *next)
{
    double mass = 1, left = 1;
    int refused = 0;
    for (int c = at + 1; c < t->n; c++) {
        if (t->parent[c] != at)
            continue;
        int32_t x = t->token[c];
        double want = refused ? w[x] : p[x], had = q[x] * mass / left;
        if (want >= had || rng_coin(r, want / had))
            return c;
        mass = residual(w, refused ? NULL : p, q, mass / left, V);
        left -= without ? q[x] : 0;
        refused = 1;
    }
    if (!refused)
        mass = copy_row(w, p, V);
    *next = rng_pick(r, w, V, mass);
    return 0;
}

int tree_verify(const tree_t *t, enum draft_law law, int V, const float *p, const float *q, double *work, rng_t *r,
                int32_t *path, int32_t *next)
{
    int at = 0, n = 0;
    do {
        size_t row = (size_t)at * (size_t)V;
        path[n++] = at;
        at = law == DRAFT_FIXED ? judge_fixed(t, at, V, p + row, work, r, next)
                                : judge_drawn(t, at, law == DRAFT_WITHOUT, V, p + row, q + row, work, r, next);
    } while (at);
    return n;
}

static float *slot(const kv_t *kv, int s)
{
    return kv->pool + ((size_t)kv->table[s / kv->block] * (size_t)kv->block + (size_t)(s % kv->block)) *
                      (size_t)kv->width;
}

void kv_commit(kv_t *kv, const int32_t *path, int n)
{
    for (int k = 0; k < n; k++)
        if (path[k] != k)
            memcpy(slot(kv, kv->len + k), slot(kv, kv->len + path[k]), (size_t)kv->width * sizeof *kv->pool);
    kv->len += n;
    while (kv->blocks * kv->block >= kv->len + kv->block)
        block_free(kv, kv->table[--kv->blocks]);
}

int tree_round(models_t *m, kv_t *kv, int32_t root, eagle_t how, int V, float *work, rng_t *r, int32_t *out)
{
    tree_t t;
    uint64_t mask[TREE_NODES];
    int32_t pos[TREE_NODES], path[TREE_DEPTH + 1];
    float *p = work + 4 * (size_t)V;
    tree_eagle2(&t, root, how, V, m, p);
    tree_mask(&t, mask);
    tree_positions(&t, kv->len, pos);
    target_rows(m, t.n, t.token, pos, mask, p);
    int n = tree_verify(&t, DRAFT_FIXED, V, p, NULL, (double *)(void *)work, r, path, out + TREE_DEPTH);
    int32_t next = out[TREE_DEPTH];
    for (int k = 1; k < n; k++)
        out[k - 1] = t.token[path[k]];
    out[n - 1] = next;
    kv_commit(kv, path, n);
    return n;
}

/* --- the model as its own draft --------------------------------------------------------------------------------- */

void lm_rows(lm_t *m, unsigned keep, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask, float *x,
             float *y)
{
    lm_embed(m, n, token, x);
    for (int l = 0; l < lm_layers(m); l++)
        if (keep >> l & 1)
            lm_layer(m, l, n, pos, mask, x);
    lm_head(m, n, x, y);
}

static double speedup(double a, int K, double c)
{
    double sum = 1;
    for (int k = 0; k < K; k++)
        sum = 1 + a * sum;
    return sum / (1 + K * c);
}

unsigned skip_search(sample_t *s, int L, int K)
{
    unsigned keep = (1u << L) - 1, best = keep;
    double most = speedup(1, K, 1);
    for (int left = L - 1; left >= 1; left--) {
        unsigned from = keep;
        double agrees = -1;
        for (int l = 0; l < L; l++) {
            double a = from >> l & 1 ? keep_agrees(s, from & ~(1u << l)) : -1;
            if (a > agrees) {
                agrees = a;
                keep = from & ~(1u << l);
            }
        }
        double fast = speedup(agrees, K, (double)left / L);
        if (fast > most) {
            most = fast;
            best = keep;
        }
    }
    return best;
}
