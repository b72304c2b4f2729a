/* evict.c: yours. lab.h says what each function has to do. */
#include "lab.h"

struct evict {
    struct evict_cfg c;
    int n; /* entries at present */
};

evict_t *evict_new(const struct evict_cfg *c)
{
    evict_t *e = calloc(1, sizeof *e);
    if (e)
        e->c = *c;
    return e;
}

void evict_delete(evict_t *e)
{
    free(e);
}

void evict_on_prefill(evict_t *e, const float *attn, int S)
{
    (void)attn; /* the map is gone afterwards: what has to be remembered of it? */
    e->n = S;
}

void evict_on_step(evict_t *e, const float *attn, int n)
{
    (void)attn;
    e->n = n;
}

int evict_select(evict_t *e, int32_t *keep)
{
    for (int j = 0; j < e->n; j++)
        keep[j] = j; /* nothing is ever forgotten */
    return e->n;
}

void kv_attend(float *out, float *p, const float *q, const float *k, const float *v, const int32_t *pos, int n, int G,
               int hd, int relative, const float *turn)
{
    (void)q, (void)k, (void)v, (void)pos, (void)relative, (void)turn;
    memset(out, 0, (size_t)G * (size_t)hd * sizeof *out);
    memset(p, 0, (size_t)G * (size_t)n * sizeof *p); /* turn the key, then the products, then the softmax */
}

void kv_compact(float *k, float *v, int32_t *pos, const int32_t *keep, int kept, int hd)
{
    (void)k, (void)v, (void)pos, (void)keep, (void)kept, (void)hd; /* in which order, so that nothing is lost? */
}

int pages_held(const int32_t *keep, int kept, int block)
{
    (void)keep, (void)block;
    return kept;
}

int pages_plan(const int32_t *keep, int kept, int block, int32_t (*move)[2])
{
    (void)keep, (void)kept, (void)block, (void)move; /* which blocks are worth keeping? */
    return 0;
}
