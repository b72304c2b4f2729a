/*
 * ref.c: a radix tree whose edges are runs of blocks. An edge is cut where a beginning ends or leaves it, so that a
 * node always stands for whole beginnings, and the lower part keeps the node: who holds it holds what he held before.
 *
 * Children are found in one table of the whole tree, by parent and first block: a fan-out of thousands costs a walk
 * nothing. The nodes that nobody holds are a list by last use, and a use passes from the end of a beginning to the
 * root, so that the list's old end is a leaf: evicting takes its last block, and searches nothing.
 *
 * The scheduler's own budget is what costs nothing: a piece is as long as the pass's arithmetic takes no longer than
 * the reading that the pass does anyway, its attention to its own prefix counted. A longer one would keep the promise,
 * too, and prompts would not be through any sooner, since arithmetic is the bound then; but decodes would get fewer
 * passes a second, stay longer, and keep the seats.
 */
#include "lab.h"

/* --- part A: the tree ---------------------------------------------------------------------------------- */

struct run { /* tokens and ids that the parts of a cut edge share */
    int owners;
    int32_t *tok, *blk;
};

struct radix_node {
    radix_node_t *parent, *next;    /* next in its chain of the table */
    radix_node_t *older, *younger;  /* in the list of those that nobody holds */
    struct run *run;
    int first, n;                   /* its blocks within the run; the root has none */
    int holders;
    uint64_t serial, key;
};

struct radix {
    int bs, cached, held;
    uint64_t serials;
    radix_node_t root, **table;
    size_t nodes, room; /* a power of two */
    radix_node_t ends;  /* the list's two ends: younger is its oldest node, older its youngest */
};

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t key_of(const radix_t *r, const radix_node_t *parent, const int32_t *tok)
{
    uint64_t h = parent->serial;
    for (int k = 0; k < r->bs; k++)
        h = (h ^ (uint32_t)tok[k]) * 0x9e3779b97f4a7c15u;
    return mix(h);
}

static const int32_t *tokens(const radix_t *r, const radix_node_t *x)
{
    return x->run->tok + (size_t)x->first * (size_t)r->bs;
}

static int32_t *ids(const radix_node_t *x)
{
    return x->run->blk + x->first;
}

static void table_add(radix_t *r, radix_node_t *x)
{
    radix_node_t **at = &r->table[x->key & (r->room - 1)];
    x->next = *at;
    *at = x;
}

static void table_remove(radix_t *r, radix_node_t *x)
{
    radix_node_t **at = &r->table[x->key & (r->room - 1)];
    while (*at != x)
        at = &(*at)->next;
    *at = x->next;
}

static void table_grow(radix_t *r)
{
    radix_node_t **old = r->table;
    size_t n = r->room;
    r->room = n ? 2 * n : 64;
    r->table = calloc(r->room, sizeof *r->table);
    for (size_t k = 0; k < n; k++)
        for (radix_node_t *x = old[k], *next; x; x = next) {
            next = x->next;
            table_add(r, x);
        }
    free(old);
}

static void list_remove(radix_node_t *x)
{
    x->older->younger = x->younger;
    x->younger->older = x->older;
}

static void list_add(radix_node_t *x, radix_node_t *older) /* behind `older` */
{
    x->older = older;
    x->younger = older->younger;
    older->younger->older = x;
    older->younger = x;
}

radix_t *radix_new(int bs)
{
    radix_t *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->bs = bs;
    r->ends.older = r->ends.younger = &r->ends;
    table_grow(r);
    return r;
}

static void node_free(radix_node_t *x)
{
    if (--x->run->owners == 0) {
        free(x->run->tok);
        free(x->run->blk);
        free(x->run);
    }
    free(x);
}

void radix_delete(radix_t *r)
{
    for (size_t k = 0; r && k < r->room; k++)
        for (radix_node_t *x = r->table[k], *next; x; x = next) {
            next = x->next;
            node_free(x);
        }
    free(r ? r->table : NULL);
    free(r);
}

/* The first n blocks of x become a node of their own above x: same holders, used later than x. */
static radix_node_t *cut(radix_t *r, radix_node_t *x, int n)
{
    radix_node_t *top = calloc(1, sizeof *top);
    *top = (radix_node_t){ .parent = x->parent, .run = x->run, .first = x->first, .n = n, .holders = x->holders,
                           .serial = ++r->serials, .key = x->key };
    table_remove(r, x);
    table_add(r, top);
    x->run->owners++;
    x->parent = top;
    x->first += n;
    x->n -= n;
    x->key = key_of(r, top, tokens(r, x));
    table_add(r, x);
    r->nodes++;
    if (!top->holders)
        list_add(top, x);
    return top;
}

/* The child of x that goes on with tok (n tokens are left), cut where they part; NULL if none has the whole block. */
static radix_node_t *step(radix_t *r, radix_node_t *x, const int32_t *tok, int n)
{
    size_t block = (size_t)r->bs * sizeof *tok;
    if (n < r->bs)
        return NULL;
    uint64_t key = key_of(r, x, tok);
    radix_node_t *c = r->table[key & (r->room - 1)];
    while (c && (c->key != key || c->parent != x || memcmp(tokens(r, c), tok, block)))
        c = c->next;
    if (!c)
        return NULL;
    int same = 1;
    while (same < c->n && (same + 1) * r->bs <= n &&
           !memcmp(tokens(r, c) + same * r->bs, tok + same * r->bs, block))
        same++;
    return same < c->n ? cut(r, c, same) : c;
}

/* From the end to the root, whose blocks are the youngest then. */
static void use(radix_t *r, radix_node_t *end)
{
    for (radix_node_t *x = end; x != &r->root; x = x->parent)
        if (!x->holders) {
            list_remove(x);
            list_add(x, r->ends.older);
        }
}

int radix_match(radix_t *r, const int32_t *tok, int n, int32_t *blk, radix_node_t **end)
{
    radix_node_t *x = &r->root, *c;
    int m = 0;
    while ((c = step(r, x, tok + m * r->bs, n - m * r->bs))) {
        memcpy(blk + m, ids(c), (size_t)c->n * sizeof *blk);
        m += c->n;
        x = c;
    }
    use(r, x);
    *end = x;
    return m;
}

static radix_node_t *grow(radix_t *r, radix_node_t *x, const int32_t *tok, const int32_t *blk, int n)
{
    size_t ints = (size_t)n * (size_t)r->bs;
    radix_node_t *c = calloc(1, sizeof *c);
    struct run *run = calloc(1, sizeof *run);
    *run = (struct run){ 1, malloc(ints * sizeof *tok), malloc((size_t)n * sizeof *blk) };
    memcpy(run->tok, tok, ints * sizeof *tok);
    memcpy(run->blk, blk, (size_t)n * sizeof *blk);
    *c = (radix_node_t){ .parent = x, .run = run, .n = n, .serial = ++r->serials, .key = key_of(r, x, tok) };
    if (++r->nodes > r->room)
        table_grow(r);
    table_add(r, c);
    list_add(c, r->ends.older);
    r->cached += n;
    return c;
}

int radix_insert(radix_t *r, const int32_t *tok, int n, int32_t *blk, int32_t *spare, radix_node_t **end)
{
    radix_node_t *x = &r->root, *c;
    int m = 0, nspare = 0, all = n / r->bs;
    while ((c = step(r, x, tok + m * r->bs, n - m * r->bs))) {
        for (int k = 0; k < c->n; k++)
            if (blk[m + k] != ids(c)[k]) {
                spare[nspare++] = blk[m + k];
                blk[m + k] = ids(c)[k];
            }
        m += c->n;
        x = c;
    }
    if (m < all)
        x = grow(r, x, tok + m * r->bs, blk + m, all - m);
    use(r, x);
    *end = x;
    return nspare;
}

void radix_hold(radix_t *r, radix_node_t *end)
{
    for (radix_node_t *x = end; x != &r->root; x = x->parent)
        if (x->holders++ == 0) {
            list_remove(x);
            r->held += x->n;
        }
}

void radix_drop(radix_t *r, radix_node_t *end)
{
    for (radix_node_t *x = end; x != &r->root; x = x->parent)
        if (--x->holders == 0) {
            list_add(x, r->ends.older); /* all of them were held: nobody else moves */
            r->held -= x->n;
        }
}

int radix_evict(radix_t *r, int want, int32_t *freed)
{
    int n = 0;
    while (n < want && r->ends.younger != &r->ends) {
        radix_node_t *x = r->ends.younger;
        while (n < want && x->n)
            freed[n++] = ids(x)[--x->n];
        if (x->n)
            break;
        list_remove(x);
        table_remove(r, x);
        r->nodes--;
        node_free(x);
    }
    r->cached -= n;
    return n;
}

void radix_count(const radix_t *r, int *cached, int *held)
{
    *cached = r->cached;
    *held = r->held;
}

/* --- part B: the chain of hashes ------------------------------------------------------------------------ */

struct entry {
    uint64_t hash;
    int32_t *tok; /* NULL: not cached */
    int parent, kids, next;
};

struct hc {
    int bs;
    hc_hash *hash;
    void *user;
    int head[HC_BLOCKS];
    struct entry e[HC_BLOCKS];
};

hc_t *hc_new(int bs, hc_hash *hash, void *user)
{
    hc_t *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->bs = bs, h->hash = hash, h->user = user;
    memset(h->head, 0xff, sizeof h->head);
    return h;
}

void hc_delete(hc_t *h)
{
    for (int k = 0; h && k < HC_BLOCKS; k++)
        free(h->e[k].tok);
    free(h);
}

static int *head(hc_t *h, uint64_t hash)
{
    return &h->head[mix(hash) % HC_BLOCKS];
}

/* A hash is a hint: what counts is the parent, whose content was compared before, and the block's own tokens. */
static int find(hc_t *h, uint64_t hash, int parent, const int32_t *tok)
{
    int k = *head(h, hash);
    while (k >= 0 && (h->e[k].hash != hash || h->e[k].parent != parent ||
                      memcmp(h->e[k].tok, tok, (size_t)h->bs * sizeof *tok)))
        k = h->e[k].next;
    return k;
}

int hc_match(hc_t *h, const int32_t *tok, int n, int32_t *blk)
{
    uint64_t hash = 0;
    int m = 0, at = HC_NONE;
    for (; (m + 1) * h->bs <= n; m++) {
        hash = h->hash(h->user, hash, tok + m * h->bs, h->bs);
        int k = find(h, hash, at, tok + m * h->bs);
        if (k < 0)
            break;
        blk[m] = at = k;
    }
    return m;
}

static int is_cached(const hc_t *h, int blk)
{
    return blk >= 0 && blk < HC_BLOCKS && h->e[blk].tok;
}

int hc_put(hc_t *h, int parent, const int32_t *tok, int blk)
{
    if (blk < 0 || blk >= HC_BLOCKS || (parent != HC_NONE && !is_cached(h, parent)))
        return HC_BAD;
    uint64_t hash = h->hash(h->user, parent == HC_NONE ? 0 : h->e[parent].hash, tok, h->bs);
    int k = find(h, hash, parent, tok);
    if (is_cached(h, blk))
        return k == blk ? blk : HC_BAD;
    if (k >= 0)
        return k;
    int *at = head(h, hash);
    struct entry *e = &h->e[blk];
    *e = (struct entry){ hash, malloc((size_t)h->bs * sizeof *tok), parent, 0, *at };
    memcpy(e->tok, tok, (size_t)h->bs * sizeof *tok);
    *at = blk;
    if (parent != HC_NONE)
        h->e[parent].kids++;
    return blk;
}

int hc_remove(hc_t *h, int blk)
{
    if (!is_cached(h, blk) || h->e[blk].kids)
        return HC_BAD;
    struct entry *e = &h->e[blk];
    int *at = head(h, e->hash);
    while (*at != blk)
        at = &h->e[*at].next;
    *at = e->next;
    if (e->parent != HC_NONE)
        h->e[e->parent].kids--;
    free(e->tok);
    e->tok = NULL;
    return 0;
}

/* --- part C: the scheduler ------------------------------------------------------------------------------ */

struct seat {
    int id, prompt, at; /* tokens whose pieces were given */
};

struct cs {
    cs_cfg_t cfg;
    int nrun, first, last;
    struct seat run[CS_SEATS]; /* in the order of admission */
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

struct pass {
    int64_t tokens, scores, cached;
};

/* Is a piece of n tokens behind `from` for free in this pass, and the pass within the promise? */
static int is_free(const cs_t *s, const struct pass *p, int64_t from, int64_t n)
{
    price_t compute = s->cfg.price, memory = s->cfg.price;
    int64_t tokens = p->tokens + n, scores = p->scores + n * from + n * (n + 1) / 2, cached = p->cached + from + n;
    compute.weights = compute.cached = 0;
    memory.token = memory.score = 0;
    int64_t reading = pass_time(&memory, tokens, scores, cached);
    return pass_time(&compute, tokens, scores, cached) <= reading && reading <= s->cfg.tbt;
}

/* The most tokens, up to n, that a piece beginning at `from` may have in this pass. */
static int allowed(const cs_t *s, const struct pass *p, int from, int n)
{
    int low = 0;
    if (s->cfg.budget >= 0)
        return n < s->cfg.budget - p->tokens ? n : (int)(s->cfg.budget - p->tokens);
    for (int high = n; low < high;) {
        int mid = low + (high - low + 1) / 2;
        if (is_free(s, p, from, mid))
            low = mid;
        else
            high = mid - 1;
    }
    return low || p->tokens ? low : 1;
}

static void give(cs_batch_t *b, struct pass *p, struct seat *r, int n)
{
    b->piece[b->npiece++] = (piece_t){ r->id, r->at, n };
    p->tokens += n;
    p->scores += (int64_t)n * r->at + (int64_t)n * (n + 1) / 2;
    p->cached += r->at + n;
    r->at += n;
}

static void retire(cs_t *s, const cs_batch_t *b)
{
    int n = 0;
    for (int k = 0; k < s->nrun; k++) {
        int gone = 0;
        for (int j = 0; j < b->ndone; j++)
            gone |= b->done[j] == s->run[k].id;
        if (!gone)
            s->run[n++] = s->run[k];
    }
    s->nrun = n;
}

static void decode(cs_t *s, cs_batch_t *b, struct pass *p)
{
    for (int k = 0; k < s->nrun; k++)
        if (s->run[k].at >= s->run[k].prompt)
            give(b, p, &s->run[k], 1);
}

/* A piece of r's prompt; 0 where it does not end with this pass. */
static int prefill(const cs_t *s, cs_batch_t *b, struct pass *p, struct seat *r)
{
    int n = allowed(s, p, r->at, r->prompt - r->at);
    if (n)
        give(b, p, r, n);
    return r->at >= r->prompt;
}

int cs_step(cs_t *s, const cs_req_t *arrived, int n, int64_t now, cs_batch_t *b)
{
    struct pass p = { 0 };
    (void)now;
    retire(s, b);
    for (int k = 0; k < n; k++)
        s->queue[s->last++] = arrived[k];
    decode(s, b, &p);
    for (int k = 0; k < s->nrun; k++)
        if (s->run[k].at < s->run[k].prompt && !prefill(s, b, &p, &s->run[k]))
            return b->npiece;
    while (s->first < s->last && s->nrun < s->cfg.seats && allowed(s, &p, 0, 1)) {
        const cs_req_t *q = &s->queue[s->first];
        int cached = kv_admit(s->cfg.kv, q->id);
        if (cached < 0)
            break;
        s->first++;
        s->run[s->nrun] = (struct seat){ q->id, q->prompt, cached };
        if (!prefill(s, b, &p, &s->run[s->nrun++]))
            break;
    }
    return b->npiece;
}
