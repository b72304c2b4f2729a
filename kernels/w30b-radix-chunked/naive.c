/*
 * naive.c: a map from whole beginnings to blocks. Each block is filed under all tokens up to its own end, so that a
 * match of n tokens hashes and compares n²/2 of them; the oldest block is found by looking at all. The scheduler, where
 * it may choose, reads each prompt in one pass: nobody else gets a token before the longest of them is through.
 */
#include "lab.h"

/* --- part A -------------------------------------------------------------------------------------------- */

enum { CHAINS = 1024 };

struct radix_node {
    radix_node_t *parent, *next;
    int32_t *tok, blk;
    int n, holders; /* n: tokens of the whole beginning */
    int64_t used;
};

struct radix {
    int bs;
    int64_t clock;
    radix_node_t root, *chain[CHAINS];
};

radix_t *radix_new(int bs)
{
    radix_t *r = calloc(1, sizeof *r);
    if (r)
        r->bs = bs;
    return r;
}

static void node_free(radix_node_t *x)
{
    free(x->tok);
    free(x);
}

void radix_delete(radix_t *r)
{
    for (int k = 0; r && k < CHAINS; k++)
        while (r->chain[k]) {
            radix_node_t *x = r->chain[k];
            r->chain[k] = x->next;
            node_free(x);
        }
    free(r);
}

static radix_node_t **chain(radix_t *r, const int32_t *tok, int n)
{
    uint64_t h = 1;
    for (int k = 0; k < n; k++)
        h = (h ^ (uint32_t)tok[k]) * 0x100000001b3u;
    return &r->chain[(h ^ h >> 32) % CHAINS];
}

static radix_node_t *find(radix_t *r, const int32_t *tok, int n)
{
    radix_node_t *x = *chain(r, tok, n);
    while (x && (x->n != n || memcmp(x->tok, tok, (size_t)n * sizeof *tok)))
        x = x->next;
    return x;
}

static void use(radix_t *r, radix_node_t *x)
{
    for (; x != &r->root; x = x->parent)
        x->used = ++r->clock;
}

int radix_match(radix_t *r, const int32_t *tok, int n, int32_t *blk, radix_node_t **end)
{
    radix_node_t *x = &r->root, *c;
    int m = 0;
    while ((m + 1) * r->bs <= n && (c = find(r, tok, (m + 1) * r->bs))) {
        blk[m++] = c->blk;
        x = c;
    }
    use(r, x);
    *end = x;
    return m;
}

int radix_insert(radix_t *r, const int32_t *tok, int n, int32_t *blk, int32_t *spare, radix_node_t **end)
{
    radix_node_t *x = &r->root, *c;
    int nspare = 0;
    for (int m = 0; (m + 1) * r->bs <= n; m++, x = c) {
        int ints = (m + 1) * r->bs;
        c = find(r, tok, ints);
        if (!c) {
            radix_node_t **at = chain(r, tok, ints);
            c = calloc(1, sizeof *c);
            *c = (radix_node_t){ .parent = x, .next = *at, .blk = blk[m], .n = ints };
            c->tok = malloc((size_t)ints * sizeof *tok);
            memcpy(c->tok, tok, (size_t)ints * sizeof *tok);
            *at = c;
        } else if (c->blk != blk[m]) {
            spare[nspare++] = blk[m];
            blk[m] = c->blk;
        }
    }
    use(r, x);
    *end = x;
    return nspare;
}

void radix_hold(radix_t *r, radix_node_t *end)
{
    for (radix_node_t *x = end; x != &r->root; x = x->parent)
        x->holders++;
}

void radix_drop(radix_t *r, radix_node_t *end)
{
    for (radix_node_t *x = end; x != &r->root; x = x->parent)
        x->holders--;
    use(r, end);
}

int radix_evict(radix_t *r, int want, int32_t *freed)
{
    for (int n = 0;; n++) {
        radix_node_t **oldest = NULL;
        for (int k = 0; k < CHAINS; k++)
            for (radix_node_t **x = &r->chain[k]; *x; x = &(*x)->next)
                if (!(*x)->holders && (!oldest || (*x)->used < (*oldest)->used))
                    oldest = x;
        if (n == want || !oldest)
            return n;
        radix_node_t *gone = *oldest;
        freed[n] = gone->blk;
        *oldest = gone->next;
        node_free(gone);
    }
}

void radix_count(const radix_t *r, int *cached, int *held)
{
    *cached = *held = 0;
    for (int k = 0; k < CHAINS; k++)
        for (const radix_node_t *x = r->chain[k]; x; x = x->next) {
            ++*cached;
            *held += x->holders > 0;
        }
}

/* --- part B: each block with its parent, all of them looked at ----------------------------------------- */

struct hc {
    int bs;
    hc_hash *hash;
    void *user;
    int top, parent[HC_BLOCKS];
    int32_t *tok[HC_BLOCKS];
};

hc_t *hc_new(int bs, hc_hash *hash, void *user)
{
    hc_t *h = calloc(1, sizeof *h);
    if (h)
        h->bs = bs, h->hash = hash, h->user = user;
    return h;
}

void hc_delete(hc_t *h)
{
    for (int k = 0; h && k < HC_BLOCKS; k++)
        free(h->tok[k]);
    free(h);
}

static int look(const hc_t *h, int parent, const int32_t *tok)
{
    for (int k = 0; k < h->top; k++)
        if (h->tok[k] && h->parent[k] == parent && !memcmp(h->tok[k], tok, (size_t)h->bs * sizeof *tok))
            return k;
    return HC_NONE;
}

int hc_match(hc_t *h, const int32_t *tok, int n, int32_t *blk)
{
    int m = 0, at = HC_NONE;
    for (; (m + 1) * h->bs <= n; m++) {
        int k = look(h, at, tok + m * h->bs);
        if (k < 0)
            break;
        blk[m] = at = k;
    }
    return m;
}

static int is_cached(const hc_t *h, int blk)
{
    return blk >= 0 && blk < HC_BLOCKS && h->tok[blk];
}

int hc_put(hc_t *h, int parent, const int32_t *tok, int blk)
{
    if (blk < 0 || blk >= HC_BLOCKS || (parent != HC_NONE && !is_cached(h, parent)))
        return HC_BAD;
    int k = look(h, parent, tok);
    if (h->tok[blk])
        return k == blk ? blk : HC_BAD;
    if (k >= 0)
        return k;
    h->tok[blk] = malloc((size_t)h->bs * sizeof *tok);
    memcpy(h->tok[blk], tok, (size_t)h->bs * sizeof *tok);
    h->parent[blk] = parent;
    h->top = blk >= h->top ? blk + 1 : h->top;
    return blk;
}

int hc_remove(hc_t *h, int blk)
{
    if (!is_cached(h, blk))
        return HC_BAD;
    for (int k = 0; k < h->top; k++)
        if (h->tok[k] && h->parent[k] == blk)
            return HC_BAD;
    free(h->tok[blk]);
    h->tok[blk] = NULL;
    return 0;
}

/* --- part C -------------------------------------------------------------------------------------------- */

struct cs {
    cs_cfg_t cfg;
    int nrun, first, last;
    struct {
        int id, prompt, at;
    } run[CS_SEATS];
    cs_req_t queue[CS_REQS];
};

cs_t *cs_new(const cs_cfg_t *cfg)
{
    cs_t *s = calloc(1, sizeof *s);
    if (s)
        s->cfg = *cfg;
    return s;
}

void cs_delete(cs_t *s)
{
    free(s);
}

static void retire(cs_t *s, const cs_batch_t *b)
{
    for (int j = 0; j < b->ndone; j++)
        for (int k = 0; k < s->nrun; k++)
            if (s->run[k].id == b->done[j]) {
                s->nrun--;
                memmove(&s->run[k], &s->run[k + 1], (size_t)(s->nrun - k) * sizeof s->run[0]);
            }
}

static void give(cs_t *s, cs_batch_t *b, int k, int n, int *left)
{
    n = n < *left ? n : *left;
    if (n > 0)
        b->piece[b->npiece++] = (piece_t){ s->run[k].id, s->run[k].at, n };
    s->run[k].at += n;
    *left -= n;
}

int cs_step(cs_t *s, const cs_req_t *arrived, int n, int64_t now, cs_batch_t *b)
{
    int left = s->cfg.budget < 0 ? INT32_MAX : s->cfg.budget;
    (void)now;
    retire(s, b);
    for (int k = 0; k < n; k++)
        s->queue[s->last++] = arrived[k];
    for (int k = 0; k < s->nrun; k++)
        if (s->run[k].at >= s->run[k].prompt)
            give(s, b, k, 1, &left);
    if (s->nrun && s->run[s->nrun - 1].at < s->run[s->nrun - 1].prompt)
        give(s, b, s->nrun - 1, s->run[s->nrun - 1].prompt - s->run[s->nrun - 1].at, &left);
    while (left > 0 && s->first < s->last && s->nrun < s->cfg.seats) {
        const cs_req_t *q = &s->queue[s->first];
        int cached = kv_admit(s->cfg.kv, q->id);
        if (cached < 0)
            break;
        s->run[s->nrun].id = q->id;
        s->run[s->nrun].prompt = q->prompt;
        s->run[s->nrun].at = cached;
        s->first++;
        s->nrun++;
        give(s, b, s->nrun - 1, q->prompt - cached, &left);
    }
    return b->npiece;
}
