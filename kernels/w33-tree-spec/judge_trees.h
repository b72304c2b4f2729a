/*
 * judge_trees.h: Medusa's trees, EAGLE-2's, masks and positions, each built anew from lab.h's definition by picking the
 * greatest out of lists. Included by oracle.c, once, after its rows and sentences.
 */
#ifndef W33_JUDGE_TREES_H
#define W33_JUDGE_TREES_H

/* --- trees ------------------------------------------------------------------------------------------------------ */

struct tree {
    int n;
    int32_t token[NODES], parent[NODES];
};

static int read_tree(const struct ridge_case *c, struct tree *t)
{
    const struct ridge_buffer *b = ridge_buffer(c, "tree");
    if (!b || b->count != 1 + 2 * NODES)
        return -1;
    const int32_t *at = b->data;
    t->n = at[0];
    memcpy(t->token, at + 1, sizeof t->token);
    memcpy(t->parent, at + 1 + NODES, sizeof t->parent);
    return 0;
}

/* Is it a tree with this root? Leaves a sentence if not. */
static int sound_tree(const struct tree *t, int root, struct ridge_verdict *v)
{
    char text[128];
    if (t->n < 1 || t->n > NODES) {
        snprintf(text, sizeof text, "tree: %d nodes, of 1 to %d", t->n, NODES);
        fails(v, text);
        return 0;
    }
    if (t->token[0] != root || t->parent[0] != -1) {
        snprintf(text, sizeof text, "tree: its root is token %d with parent %d, expected %d and -1", t->token[0],
                 t->parent[0], root);
        fails(v, text);
        return 0;
    }
    for (int i = 1; i < t->n; i++)
        if (t->parent[i] < 0 || t->parent[i] >= i) {
            snprintf(text, sizeof text, "tree: node %d has parent %d", i, t->parent[i]);
            fails(v, text);
            return 0;
        }
    return 1;
}

static int same_tree(const struct tree *got, const struct tree *want, struct ridge_verdict *v)
{
    char text[160];
    for (int i = 0; i < want->n && i < got->n; i++)
        if (got->token[i] != want->token[i] || got->parent[i] != want->parent[i]) {
            snprintf(text, sizeof text, "tree: node %d is token %d below node %d, expected %d below %d", i,
                     got->token[i], got->parent[i], want->token[i], want->parent[i]);
            return fails(v, text);
        }
    if (got->n != want->n) {
        snprintf(text, sizeof text, "tree: %d nodes, expected %d", got->n, want->n);
        return fails(v, text);
    }
    v->pass = 1;
    return 0;
}

/* Proposals of each head: different tokens, in no order. */
int top_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *top = ridge_data(c, buffer);
    int heads = (int)ridge_int(c, "heads"), k = (int)ridge_int(c, "k");
    if (!top)
        return -1;
    for (int h = 0; h < heads; h++) {
        int32_t from = (int32_t)(ridge_next(&seed) % 1000), step = 1 + (int32_t)(ridge_next(&seed) % 7);
        for (int i = 0; i < k; i++)
            top[h * k + i] = from + step * i;
    }
    return 0;
}

/* Digits of the case's `widths`, the first head's first: 2210 is 2, 2, 1 and none. */
int branch_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    int32_t *width = ridge_data(c, buffer);
    int heads = (int)ridge_int(c, "heads");
    int64_t digits = ridge_int(c, "widths");
    (void)seed;
    if (!width)
        return -1;
    for (int h = heads - 1; h >= 0; h--, digits /= 10)
        width[h] = (int32_t)(digits % 10);
    return 0;
}

int medusa_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *top = ridge_data(c, "top"), *width = ridge_data(c, "branch");
    int heads = (int)ridge_int(c, "heads"), k = (int)ridge_int(c, "k"), depth[NODES] = { 0 };
    struct tree got, want = { .n = 1, .token = { 3 }, .parent = { -1 } };
    if (!top || !width || read_tree(c, &got))
        return -1;
    for (int d = 0; d < heads; d++) /* level d + 1 out of level d */
        for (int at = 0, end = want.n; at < end; at++)
            for (int i = 0; depth[at] == d && i < width[d] && want.n < NODES; i++) {
                depth[want.n] = d + 1;
                want.token[want.n] = top[d * k + i];
                want.parent[want.n++] = at;
            }
    return sound_tree(&got, 3, v) ? same_tree(&got, &want, v) : 0;
}

/* Accuracies: falling from rank to rank, or in no order; some 0, and of a head that never misses one of 1. */
int acc_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    double *acc = ridge_data(c, buffer);
    int heads = (int)ridge_int(c, "heads"), k = (int)ridge_int(c, "k"), mode = (int)ridge_int(c, "mode");
    if (!acc)
        return -1;
    for (int h = 0; h < heads; h++) {
        double at = .45 + .4 * ridge_uniform(&seed);
        for (int i = 0; i < k; i++) {
            acc[h * k + i] = at;
            at *= .2 + .3 * ridge_uniform(&seed);
            if (mode == 2 && ridge_next(&seed) % 3 == 0)
                acc[h * k + i] = 0;
        }
        for (int i = k - 1; mode && i > 0; i--) {
            int j = (int)(ridge_next(&seed) % (uint64_t)(i + 1));
            double t = acc[h * k + i];
            acc[h * k + i] = acc[h * k + j];
            acc[h * k + j] = t;
        }
    }
    return 0;
}

struct best {
    const double *acc;
    int heads, k, n, most; /* worths kept, and how many may be */
    double worth[NODES];   /* falling */
};

/* All nodes below one, as far as they can be among the greatest. */
static void worths(struct best *b, int head, double above)
{
    for (int i = 0; head < b->heads && i < b->k; i++) {
        double w = above * b->acc[head * b->k + i];
        if (!(w > 0) || !b->most || (b->n == b->most && w <= b->worth[b->most - 1]))
            continue;
        int at = b->n < b->most ? b->n++ : b->most - 1;
        for (; at > 0 && b->worth[at - 1] < w; at--)
            b->worth[at] = b->worth[at - 1];
        b->worth[at] = w;
        worths(b, head + 1, w);
    }
}

int sparse_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *top = ridge_data(c, "top");
    struct best b = { .acc = ridge_data(c, "acc"), .heads = (int)ridge_int(c, "heads"), .k = (int)ridge_int(c, "k"),
                      .most = (int)ridge_int(c, "budget") };
    struct tree t;
    int head[NODES] = { 0 };
    double worth[NODES] = { 1 }, sum = 0, best = 0;
    char text[160];
    if (!top || !b.acc || read_tree(c, &t))
        return -1;
    if (!sound_tree(&t, 3, v))
        return 0;
    if (t.n - 1 > b.most) {
        snprintf(text, sizeof text, "budget: %d nodes below the root, at most %d are allowed", t.n - 1, b.most);
        return fails(v, text);
    }
    for (int i = 1; i < t.n; i++) {
        int h = head[t.parent[i]], rank = 0;
        while (h < b.heads && rank < b.k && top[h * b.k + rank] != t.token[i])
            rank++;
        for (int j = 1; j < i; j++)
            if (t.parent[j] == t.parent[i] && t.token[j] == t.token[i])
                rank = b.k;
        worth[i] = h < b.heads && rank < b.k ? worth[t.parent[i]] * b.acc[h * b.k + rank] : 0;
        head[i] = h + 1;
        sum += worth[i];
        if (worth[i] > 0)
            continue;
        snprintf(text, sizeof text, "tree: node %d, token %d below node %d: proposed twice, not at all, or never right",
                 i, t.token[i], t.parent[i]);
        return fails(v, text);
    }
    worths(&b, 0, 1);
    for (int i = 0; i < b.n; i++)
        best += b.worth[i];
    if (!(sum >= best * (1 - 1e-12))) {
        snprintf(text, sizeof text, "worth: the tree brings %.9g tokens a round, the best of its size %.9g", 1 + sum,
                 1 + best);
        return fails(v, text);
    }
    v->pass = 1;
    return 0;
}

/* --- EAGLE-2 ---------------------------------------------------------------------------------------------------- */

struct made {
    int n, depth[2048], used[2048];
    int32_t token[2048], parent[2048], path[2048][MOST_DEPTH];
    double sure[2048];
};

/* What a tree is drawn from: rows after a path, or after two tokens. */
struct draft {
    const float *rows, *pair;
    size_t R;
    int V, before, root;
};

static const float *draft_row(const struct draft *d, const int32_t *path, int depth)
{
    size_t V = (size_t)d->V;
    if (d->rows)
        return d->rows + toy_row(d->root, path, depth, d->R) * V;
    int last = depth ? path[depth - 1] : d->root, prev = depth > 1 ? path[depth - 2] : depth ? d->root : d->before;
    return d->pair + ((size_t)prev * V + (size_t)last) * V;
}

/* The surest node not used yet, of one level or (-1) of all; the first made of equals; -1: none. */
static int surest(const struct made *all, int level)
{
    int at = -1;
    for (int i = 1; i < all->n; i++)
        if (!all->used[i] && (level < 0 || all->depth[i] == level) && (at < 0 || all->sure[i] > all->sure[at]))
            at = i;
    return at;
}

static void add_children(struct made *all, const struct draft *d, int at, int width)
{
    const float *row = draft_row(d, all->path[at], all->depth[at]);
    char taken[8192 + 1] = { 0 };
    for (int k = 0; k < width; k++) {
        int best = -1;
        for (int x = 0; x < d->V; x++)
            if (!taken[x] && row[x] > 0 && (best < 0 || row[x] > row[best]))
                best = x;
        if (best < 0)
            return;
        int i = all->n++;
        taken[best] = 1;
        all->token[i] = best;
        all->parent[i] = at;
        all->depth[i] = all->depth[at] + 1;
        all->used[i] = 0;
        all->sure[i] = all->sure[at] * row[best];
        memcpy(all->path[i], all->path[at], sizeof all->path[i]);
        all->path[i][all->depth[at]] = best;
    }
}

/* The tree, from the definition; returns how many levels asked the draft, and *rows for how many rows. */
static int eagle(const struct draft *d, int depth, int width, int total, struct tree *t, int *rows)
{
    static struct made all;
    int list[MOST_WIDTH] = { 0 }, n = 1, levels = 0, place[2048] = { 0 };
    all.n = 1;
    all.depth[0] = 0;
    all.sure[0] = 1;
    *rows = 0;
    for (; levels < depth && n; levels++) {
        for (int k = 0; k < n; k++)
            add_children(&all, d, list[k], width);
        *rows += n;
        for (n = 0; n < width && (list[n] = surest(&all, levels + 1)) > 0; n++)
            all.used[list[n]] = 1;
    }
    memset(all.used, 0, sizeof all.used);
    for (int k = 0, at; k < total && (at = surest(&all, -1)) > 0; k++)
        all.used[at] = 1;
    *t = (struct tree){ .n = 1, .token = { d->root }, .parent = { -1 } };
    for (int i = 1; i < all.n; i++)
        if (all.used[i]) {
            t->token[t->n] = all.token[i];
            t->parent[t->n] = place[all.parent[i]];
            place[i] = t->n++;
        }
    return levels;
}

int eagle2_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "drafts");
    const double *notes = ridge_data(c, "notes");
    struct draft d = { .V = (int)ridge_int(c, "V"), .root = 1 };
    struct tree got, want;
    int rows = 0;
    char text[128];
    if (!b || !notes || d.V < 2 || d.V > 8192 || read_tree(c, &got))
        return -1;
    d.rows = b->data;
    d.R = b->count / (size_t)d.V;
    if (misused(v, notes))
        return 0;
    int levels = eagle(&d, (int)ridge_int(c, "depth"), (int)ridge_int(c, "width"), (int)ridge_int(c, "total"), &want,
                       &rows);
    ridge_count(v, "draft_calls", notes[3]);
    if (!sound_tree(&got, 1, v))
        return 0;
    if (notes[4] != rows) {
        snprintf(text, sizeof text, "draft: %.0f rows were asked for, on %d levels there are %d to ask for", notes[4],
                 levels, rows);
        return fails(v, text);
    }
    return same_tree(&got, &want, v);
}

/* --- masks and positions ---------------------------------------------------------------------------------------- */

/* A random tree; mode 1: a chain; 2: a star; 3: a few roots' children far from each other. */
static void random_parents(int32_t *parent, int n, int mode, uint64_t *seed)
{
    for (int i = 0; i < n; i++) {
        int32_t any = i ? (int32_t)(ridge_next(seed) % (uint64_t)i) : -1;
        parent[i] = i == 0 ? -1 : mode == 1 ? i - 1 : mode == 2 ? 0 : mode == 3 && i % 5 == 1 ? 0 : any;
    }
}

int parents_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int mode = (int)ridge_int(c, "mode");
    if (!b)
        return -1;
    int32_t *parent = b->data;
    int n = (int)b->count, depth[NODES] = { 0 };
    do { /* of microlm's and of judged trees the depth is bounded */
        random_parents(parent, n, mode, &seed);
        for (int i = 1; i < n; i++)
            depth[i] = depth[parent[i]] + 1;
        for (int i = 0; i < n; i++)
            depth[0] = depth[i] > depth[0] ? depth[i] : depth[0];
        if (depth[0] <= MOST_DEPTH || ridge_int(c, "deep") == 1)
            return 0;
        depth[0] = 0;
    } while (1);
}

int shape_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "parents");
    const uint64_t *mask = ridge_data(c, "mask");
    const int32_t *pos = ridge_data(c, "pos");
    int64_t len = ridge_int(c, "len");
    char text[160];
    if (!b || !mask || !pos)
        return -1;
    const int32_t *parent = b->data;
    for (int i = 0; i < (int)b->count; i++) {
        int depth = 0;
        char above[NODES] = { 0 };
        for (int j = i; j >= 0; j = parent[j]) {
            above[j] = 1;
            depth += j != i;
        }
        for (int j = 0; j < 64; j++)
            if ((mask[i] >> j & 1) != (uint64_t)above[j]) {
                snprintf(text, sizeof text, "mask: node %d %s node %d, which is %s of its ancestors or itself", i,
                         above[j] ? "does not see" : "sees", j, above[j] ? "one" : "none");
                return fails(v, text);
            }
        if (pos[i] != len + depth) {
            snprintf(text, sizeof text, "position: node %d, %d below the root, stands at %d, expected %lld", i, depth,
                     pos[i], (long long)(len + depth));
            return fails(v, text);
        }
    }
    v->pass = 1;
    return 0;
}

#endif
