#include "lab.h"

/* --- trees -------------------------------------------------------------------------------------- */

void tree_medusa(tree_t *t, int32_t root, int heads, int k, const int32_t *top, const int *width)
{
    (void)heads, (void)k, (void)top, (void)width; /* level by level */
    t->n = 1;
    t->token[0] = root;
    t->parent[0] = -1;
}

void tree_sparse(tree_t *t, int32_t root, int heads, int k, const int32_t *top, const double *acc, int budget)
{
    (void)heads, (void)k, (void)top, (void)acc, (void)budget; /* which node is worth most next? */
    t->n = 1;
    t->token[0] = root;
    t->parent[0] = -1;
}

void tree_eagle2(tree_t *t, int32_t root, eagle_t how, int V, models_t *m, float *work)
{
    (void)how, (void)V, (void)m, (void)work; /* expand, then rerank */
    t->n = 1;
    t->token[0] = root;
    t->parent[0] = -1;
}

/* --- one pass ----------------------------------------------------------------------------------- */

void tree_mask(const tree_t *t, uint64_t *mask)
{
    for (int i = 0; i < t->n; i++)
        mask[i] = 0; /* whom does node i see? */
}

void tree_positions(const tree_t *t, int len, int32_t *pos)
{
    for (int i = 0; i < t->n; i++)
        pos[i] = len; /* siblings share a position */
}

/* --- what may stay ------------------------------------------------------------------------------ */

int tree_verify(const tree_t *t, enum draft_law law, int V, const float *p, const float *q, double *work, rng_t *r,
                int32_t *path, int32_t *next)
{
    (void)t, (void)law, (void)q; /* begin at the root, ask its children in order */
    for (int x = 0; x < V; x++)
        work[x] = p[x];
    path[0] = 0;
    *next = rng_pick(r, work, V, 1);
    return 1;
}

void kv_commit(kv_t *kv, const int32_t *path, int n)
{
    (void)path;
    kv->len += n; /* move the slots of path together; give back what is behind them */
}

int tree_round(models_t *m, kv_t *kv, int32_t root, eagle_t how, int V, float *work, rng_t *r, int32_t *out)
{
    (void)m, (void)kv, (void)root, (void)how, (void)V, (void)work, (void)r; /* the five functions above, in order */
    out[0] = 0;
    return 1;
}

/* --- the model as its own draft ----------------------------------------------------------------- */

void lm_rows(lm_t *m, unsigned keep, int n, const int32_t *token, const int32_t *pos, const uint64_t *mask, float *x,
             float *y)
{
    (void)keep, (void)pos, (void)mask;
    lm_embed(m, n, token, x); /* and the layers of keep, in order */
    lm_head(m, n, x, y);
}

unsigned skip_search(sample_t *s, int L, int K)
{
    (void)s, (void)K;
    return (1u << L) - 1; /* leave out one layer at a time */
}
