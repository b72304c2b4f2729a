/*
 * naive.c: speculation by trees, as one writes it down first.
 *
 * It is right. Each of the `width` likeliest tokens costs a pass over the row of its own, every node that the verdict
 * goes through has its row copied and the residual worked out for every child, ancestors are looked for by walking to
 * the root, and the commit copies all slots of the path twice. ref.c does the same with a pass a row, a row a round,
 * a word a node, and no copy of what lies right already.
 */
#include "lab.h"

enum { MADE = TREE_WIDTH + (TREE_DEPTH - 1) * TREE_WIDTH * TREE_WIDTH };

static void start(tree_t *t, int32_t root)
{
    *t = (tree_t){ .n = 1, .token = { root }, .parent = { -1 } };
}

static void add(tree_t *t, int32_t token, int parent)
{
    t->token[t->n] = token;
    t->parent[t->n++] = parent;
}

static int depth_of(const tree_t *t, int i)
{
    int d = 0;
    for (; t->parent[i] >= 0; i = t->parent[i])
        d++;
    return d;
}

void tree_medusa(tree_t *t, int32_t root, int heads, int k, const int32_t *top, const int *width)
{
    start(t, root);
    for (int i = 0; i < t->n; i++) {
        int h = depth_of(t, i);
        for (int c = 0; h < heads && c < width[h] && t->n < TREE_NODES; c++)
            add(t, top[h * k + c], i);
    }
}

void tree_sparse(tree_t *t, int32_t root, int heads, int k, const int32_t *top, const double *acc, int budget)
{
    char *used = calloc((size_t)TREE_NODES * (size_t)(k + 1), 1);
    double worth[TREE_NODES] = { 1 };
    start(t, root);
    while (used && t->n <= budget) {
        double best = 0;
        int at = 0, rank = 0;
        for (int i = 0; i < t->n; i++) {
            int h = depth_of(t, i);
            for (int c = 0; h < heads && c < k; c++)
                if (!used[i * k + c] && worth[i] * acc[h * k + c] > best) {
                    best = worth[i] * acc[h * k + c];
                    at = i;
                    rank = c;
                }
        }
        if (!(best > 0))
            break;
        used[at * k + rank] = 1;
        worth[t->n] = best;
        add(t, top[depth_of(t, at) * k + rank], at);
    }
    free(used);
}

/* The likeliest token of a row that is not among best[0..n-1]; -1: none has a probability. */
static int32_t next_likeliest(const float *row, int V, const int32_t *best, int n)
{
    int32_t at = -1;
    for (int x = 0; x < V; x++) {
        int taken = 0;
        for (int k = 0; k < n; k++)
            taken |= best[k] == x;
        if (!taken && row[x] > (at < 0 ? 0 : row[at]))
            at = x;
    }
    return at;
}

struct node {
    int32_t token, parent, depth, open;
    double sure;
};

/* The surest node of this depth (any, if -1) that is still open; 0: none. */
static int surest(const struct node *all, int n, int depth)
{
    int at = 0;
    for (int i = 1; i < n; i++)
        if (all[i].open && (depth < 0 || all[i].depth == depth) && (!at || all[i].sure > all[at].sure))
            at = i;
    return at;
}

static int children(struct node *all, int n, int parent, const float *row, int V, int width)
{
    int32_t best[TREE_WIDTH];
    for (int k = 0; k < width; k++) {
        best[k] = next_likeliest(row, V, best, k);
        if (best[k] < 0)
            break;
        all[n++] = (struct node){ best[k], parent, all[parent].depth + 1, 1, all[parent].sure * row[best[k]] };
    }
    return n;
}

void tree_eagle2(tree_t *t, int32_t root, eagle_t how, int V, models_t *m, float *work)
{
    struct node *all = calloc(MADE + 1, sizeof *all);
    int32_t path[TREE_WIDTH * TREE_DEPTH];
    int leaf[TREE_WIDTH] = { 0 }, leaves = 1, n = 1, at;
    start(t, root);
    if (!all)
        abort();
    all[0] = (struct node){ root, -1, 0, 0, 1 };
    for (int level = 0; level < how.depth && leaves && how.width; level++) {
        for (int k = 0; k < leaves; k++)
            for (int i = leaf[k]; i > 0; i = all[i].parent)
                path[k * level + all[i].depth - 1] = all[i].token;
        draft_rows(m, leaves, level, path, work);
        for (int k = 0; k < leaves; k++)
            n = children(all, n, leaf[k], work + (size_t)k * (size_t)V, V, how.width);
        for (leaves = 0; leaves < how.width && (at = surest(all, n, level + 1)) > 0; leaves++) {
            leaf[leaves] = at;
            all[at].open = 0;
        }
    }
    for (int i = 1; i < n; i++)
        all[i].open = 1;
    for (int k = 0; k < how.total && (at = surest(all, n, -1)) > 0; k++)
        all[at].open = 0;
    for (int i = 1, place = 1; i < n; i++)
        if (!all[i].open) {
            add(t, all[i].token, all[i].parent ? all[all[i].parent].depth : 0);
            all[i].depth = place++; /* from here on: its number in the tree */
        }
    free(all);
}

void tree_mask(const tree_t *t, uint64_t *mask)
{
    for (int i = 0; i < t->n; i++) {
        mask[i] = 0;
        for (int j = i; j >= 0; j = t->parent[j])
            mask[i] |= (uint64_t)1 << j;
    }
}

void tree_positions(const tree_t *t, int len, int32_t *pos)
{
    for (int i = 0; i < t->n; i++)
        pos[i] = len + depth_of(t, i);
}

/* The child of `at` that is accepted; 0: none, and p holds what is left, not normalised, its sum *mass. */
static int judge(const tree_t *t, int at, enum draft_law law, int V, double *p, double *q, double *mass, rng_t *r)
{
    for (int c = at + 1; c < t->n; c++) {
        int x = t->token[c];
        if (t->parent[c] != at)
            continue;
        if (law == DRAFT_FIXED)
            for (int y = 0; y < V; y++)
                q[y] = y == x;
        double ratio = p[x] / *mass / q[x], sum = 0;
        if (rng_coin(r, ratio < 1 ? ratio : 1))
            return c;
        for (int y = 0; y < V; y++) {
            p[y] = p[y] / *mass > q[y] ? p[y] / *mass - q[y] : 0;
            sum += p[y];
        }
        *mass = sum;
        double left = 1 - q[x];
        for (int y = 0; law == DRAFT_WITHOUT && y < V; y++)
            q[y] = y == x ? 0 : q[y] / left;
    }
    return 0;
}

int tree_verify(const tree_t *t, enum draft_law law, int V, const float *p, const float *q, double *work, rng_t *r,
                int32_t *path, int32_t *next)
{
    for (int at = 0, n = 0;;) {
        double mass = 1;
        path[n++] = at;
        for (int x = 0; x < V; x++) {
            work[x] = p[(size_t)at * (size_t)V + (size_t)x];
            work[V + x] = law == DRAFT_FIXED ? 0 : q[(size_t)at * (size_t)V + (size_t)x];
        }
        at = judge(t, at, law, V, work, work + V, &mass, r);
        if (!at) {
            *next = rng_pick(r, work, V, mass);
            return n;
        }
    }
}

static float *slot(const kv_t *kv, int s)
{
    return kv->pool + ((size_t)kv->table[s / kv->block] * (size_t)kv->block + (size_t)(s % kv->block)) *
                      (size_t)kv->width;
}

void kv_commit(kv_t *kv, const int32_t *path, int n)
{
    size_t width = (size_t)kv->width;
    float *aside = malloc((size_t)n * width * sizeof *aside);
    if (!aside)
        abort();
    for (int k = 0; k < n; k++)
        memcpy(aside + (size_t)k * width, slot(kv, kv->len + path[k]), width * sizeof *aside);
    for (int k = 0; k < n; k++)
        memcpy(slot(kv, kv->len + k), aside + (size_t)k * width, width * sizeof *aside);
    free(aside);
    kv->len += n;
    while (kv->blocks > (kv->len + kv->block - 1) / kv->block) {
        kv->blocks--;
        block_free(kv, kv->table[kv->blocks]);
    }
}

int tree_round(models_t *m, kv_t *kv, int32_t root, eagle_t how, int V, float *work, rng_t *r, int32_t *out)
{
    tree_t t;
    uint64_t mask[TREE_NODES];
    int32_t pos[TREE_NODES], path[TREE_DEPTH + 1], next;
    double *two = (double *)(void *)work;
    float *q = work + 4 * (size_t)V, *p = q + TREE_WIDTH * (size_t)V;
    tree_eagle2(&t, root, how, V, m, q);
    tree_mask(&t, mask);
    tree_positions(&t, kv->len, pos);
    target_rows(m, t.n, t.token, pos, mask, p);
    int n = tree_verify(&t, DRAFT_FIXED, V, p, NULL, two, r, path, &next);
    for (int k = 0; k + 1 < n; k++)
        out[k] = t.token[path[k + 1]];
    out[n - 1] = next;
    kv_commit(kv, path, n);
    return n;
}

void lm_rows(lm_t *m, unsigned keep, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask, float *x,
             float *y)
{
    lm_embed(m, n, token, x);
    for (int l = 0; l < lm_layers(m); l++)
        if (keep & 1u << l)
            lm_layer(m, l, n, pos, mask, x);
    lm_head(m, n, x, y);
}

/* Tokens for each pass's worth of time. */
static double speed(double a, int K, double c)
{
    double sum = 0, power = 1;
    for (int k = 0; k <= K; k++, power *= a)
        sum += power;
    return sum / (1 + K * c);
}

unsigned skip_search(sample_t *s, int L, int K)
{
    unsigned keep = (1u << L) - 1, best = keep;
    double most = speed(1, K, 1);
    for (int left = L - 1; left > 0; left--) {
        double agrees = -1;
        int out = 0;
        for (int l = 0; l < L; l++) {
            double a = keep & 1u << l ? keep_agrees(s, keep ^ 1u << l) : -1;
            if (a > agrees) {
                agrees = a;
                out = l;
            }
        }
        keep ^= 1u << out;
        if (speed(agrees, K, (double)left / L) > most) {
            most = speed(agrees, K, (double)left / L);
            best = keep;
        }
    }
    return best;
}
