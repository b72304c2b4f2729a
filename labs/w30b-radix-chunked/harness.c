/*
 * harness.c: drives the tree and the chain of hashes through lists of operations, and the scheduler through a list of
 * requests, in virtual time, and writes down what happened. In the call `serve` the pool of blocks has the learner's
 * tree in front of it, and each slot holds a digest of all tokens up to its own: what a request reads is what it says.
 *
 * It runs in the learner's process, so it judges nothing and trusts nothing: ids and counts are logged as they are and
 * only used after a range check.
 */
#include <ridge/frame.h>

#include "lab.h"

ridge_trampoline ridge_call_tree, ridge_call_chain, ridge_call_sched, ridge_call_serve;

static uint64_t mix64(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* --- the tree ------------------------------------------------------------------------------------------ */

enum { T_MATCH = 1, T_INSERT, T_FRESH, T_DROP, T_EVICT };
enum { SLOTS = 16, SENSELESS = -1000 };

struct tree_run {
    radix_t *r;
    radix_node_t *slot[SLOTS];
    int32_t *blk, *spare, *ids; /* ids: what is told */
    int bs, used, cap, fresh;
};

static void tell(struct tree_run *t, const int32_t *id, int n)
{
    for (int k = 0; k < n && t->used < t->cap; k++)
        t->ids[t->used++] = id[k];
}

static void keep(struct tree_run *t, int slot, radix_node_t *end)
{
    radix_node_t *before = slot < 0 ? NULL : t->slot[slot];
    if (slot < 0)
        return;
    radix_hold(t->r, end);
    t->slot[slot] = end;
    if (before)
        radix_drop(t->r, before);
}

/* What the engine has of a sequence: the tree's blocks where there are some, and new ones. */
static int insert(struct tree_run *t, const int32_t *tok, int n, int known, radix_node_t **end)
{
    int m = known ? radix_match(t->r, tok, n, t->blk, end) : 0;
    if (m < 0 || m > n / t->bs)
        return SENSELESS;
    for (int k = m; k < n / t->bs; k++)
        t->blk[k] = t->fresh++;
    int spares = radix_insert(t->r, tok, n, t->blk, t->spare, end);
    if (spares < 0 || spares > n / t->bs)
        return SENSELESS;
    tell(t, t->blk, n / t->bs);
    tell(t, t->spare, spares);
    return spares;
}

static int tree_op(struct tree_run *t, const int32_t *op, const int32_t *tok)
{
    radix_node_t *end = NULL;
    int n = op[2], got = 0;
    switch (op[0]) {
    case T_MATCH:
        got = radix_match(t->r, tok, n, t->blk, &end);
        if (got < 0 || got > n / t->bs || !end)
            return SENSELESS;
        tell(t, t->blk, got);
        keep(t, op[3], end);
        return got;
    case T_INSERT:
    case T_FRESH:
        got = insert(t, tok, n, op[0] == T_INSERT, &end);
        if (got == SENSELESS || !end)
            return SENSELESS;
        keep(t, op[3], end);
        return got;
    case T_DROP:
        if (t->slot[op[3]])
            radix_drop(t->r, t->slot[op[3]]);
        t->slot[op[3]] = NULL;
        return 0;
    default:
        got = radix_evict(t->r, n, t->blk);
        if (got < 0 || got > n)
            return SENSELESS;
        tell(t, t->blk, got);
        return got;
    }
}

enum { FEW = 4, FOREIGN = 1 << 20, NOW_AND_THEN = 8 };

/* A second tree, of which nobody is told: it has the first FEW blocks of a sequence, and lets the oldest go. */
static void elsewhere(radix_t *r, const int32_t *tok, int n, int bs)
{
    int32_t blk[FEW], spare[FEW];
    radix_node_t *end;
    int few = n / bs < FEW ? n / bs : FEW;
    for (int k = 0; k < few; k++)
        blk[k] = FOREIGN + k;
    radix_insert(r, tok, few * bs, blk, spare, &end);
    radix_evict(r, 1, spare);
}

/* args: bs nops nseq len cap | ops [nops][4] = op seq n slot, seqs [nseq][len] | rec [nops][4], ids [cap] */
void ridge_call_tree(const struct ridge_frame *f)
{
    int nops = (int)f->i[1], len = (int)f->i[3], room = len > 4096 ? len : 4096;
    const int32_t *op = f->buf[0], *seq = f->buf[1];
    int32_t *rec = f->buf[2];
    struct tree_run t = { .bs = (int)f->i[0], .cap = (int)f->i[4], .ids = f->buf[3] };
    memset(rec, 0, (size_t)nops * 4 * sizeof *rec);
    t.blk = malloc((size_t)room * sizeof *t.blk);
    t.spare = malloc((size_t)room * sizeof *t.spare);
    t.r = radix_new(t.bs);
    radix_t *other = radix_new(t.bs);
    for (int k = 0; t.r && other && k < nops; k++, op += 4, rec += 4) {
        int cached = -7, held = -7;
        if (k % NOW_AND_THEN == 0 && op[0] < T_DROP)
            elsewhere(other, seq + (size_t)op[1] * (size_t)len, op[2], t.bs);
        rec[0] = tree_op(&t, op, seq + (size_t)op[1] * (size_t)len);
        if (rec[0] == SENSELESS)
            break;
        radix_count(t.r, &cached, &held);
        rec[1] = cached;
        rec[2] = held;
        rec[3] = t.used;
    }
    radix_delete(other);
    radix_delete(t.r);
    radix_delete(NULL);
    free(t.blk);
    free(t.spare);
}

/* --- the chain of hashes ------------------------------------------------------------------------------- */

enum { H_MATCH = 1, H_PUT, H_REMOVE };

struct hasher {
    int bits, calls;
    uint64_t behind; /* the parent's hash in the last call */
};

static uint64_t hash(void *user, uint64_t parent, const int32_t *tok, int bs)
{
    struct hasher *h = user;
    uint64_t x = parent + 0x9e3779b97f4a7c15u;
    h->calls++;
    h->behind = parent;
    for (int k = 0; k < bs; k++)
        x = mix64(x ^ (uint32_t)tok[k]);
    return h->bits >= 64 ? x : x & ((1ull << h->bits) - 1);
}

/* args: bs nops nseq len cap bits | ops [nops][5] = op seq n parent blk, seqs | rec [nops][4], ids [cap] */
void ridge_call_chain(const struct ridge_frame *f)
{
    int bs = (int)f->i[0], nops = (int)f->i[1], len = (int)f->i[3], cap = (int)f->i[4], used = 0;
    const int32_t *op = f->buf[0], *seq = f->buf[1];
    int32_t *rec = f->buf[2], *ids = f->buf[3], *blk = malloc(((size_t)len / (size_t)bs + 1) * sizeof *blk);
    struct hasher user = { .bits = (int)f->i[5] };
    hc_t *h = hc_new(bs, hash, &user), *other = hc_new(bs, hash, &user);
    memset(rec, 0, (size_t)nops * 4 * sizeof *rec);
    for (int k = 0; h && other && k < nops; k++, op += 5, rec += 4) {
        const int32_t *tok = seq + (size_t)op[1] * (size_t)len;
        if (k % NOW_AND_THEN == 0 && len >= bs)
            hc_put(other, HC_NONE, tok, HC_BLOCKS - 1 - k % 64);
        user.calls = 0;
        if (op[0] == H_MATCH) {
            rec[0] = hc_match(h, tok, op[2], blk);
            for (int j = 0; j < rec[0] && j < op[2] / bs && used < cap; j++)
                ids[used++] = blk[j];
        } else if (op[0] == H_PUT) {
            rec[0] = hc_put(h, op[3], tok + op[2] * bs, op[4]);
        } else {
            rec[0] = hc_remove(h, op[4]);
        }
        rec[1] = user.calls;
        rec[2] = used;
        rec[3] = (int32_t)(user.behind & INT32_MAX);
    }
    hc_delete(other);
    hc_delete(h);
    hc_delete(NULL);
    free(blk);
}

/* --- the engine ---------------------------------------------------------------------------------------- */

enum { R_ARRIVAL, R_PROMPT, R_OUT, R_GROUP, R_SHARED, R_TEXT, R_WIDTH };
enum { FUTURE, WAITING, RUNNING, FINISHED };
enum { END_OK, END_LOG_FULL, END_STUCK, END_COUNTS, END_NO_MEMORY, END_BLOCKS };
enum { HEAD = 4 };

struct request {
    const int64_t *q;
    int state, said, computed, nblk;
    int32_t *table;
    radix_node_t *held;
};

struct kv {
    int blocks, bs, nfree, wrong, with_tree, n;
    int32_t *free_blk, *spare;
    uint8_t *is_free;
    uint64_t *slot; /* a digest of the beginning that ends here */
    radix_t *tree;
    struct request *r;
    int32_t *tok, *admit; /* room for one request's tokens; admissions of this step */
    int nadmit;
};

/* Token `pos` of a request: of its group while it is shared, then of its own text. */
static int32_t token(const int64_t *q, int pos)
{
    uint64_t source = (uint64_t)(pos < q[R_SHARED] ? q[R_GROUP] : q[R_TEXT] + 1000000);
    return (int32_t)(mix64(source * 0x9e3779b97f4a7c15u + (uint64_t)pos) % 128256);
}

static const int32_t *text(kv_t *kv, const int64_t *q, int n)
{
    for (int k = 0; k < n; k++)
        kv->tok[k] = token(q, k);
    return kv->tok;
}

static int blocks_of(const kv_t *kv, const int64_t *q)
{
    int64_t most = q[R_PROMPT] + (q[R_OUT] + 31) / 32 * 32;
    return (int)((most + kv->bs - 1) / kv->bs);
}

static void give_back(kv_t *kv, const int32_t *blk, int n)
{
    for (int k = 0; k < n; k++) {
        if (blk[k] < 0 || blk[k] >= kv->blocks || kv->is_free[blk[k]]) {
            kv->wrong = 1;
            return;
        }
        kv->is_free[blk[k]] = 1;
        kv->free_blk[kv->nfree++] = blk[k];
    }
}

static int32_t take(kv_t *kv)
{
    int32_t blk = kv->free_blk[--kv->nfree];
    kv->is_free[blk] = 0;
    return blk;
}

static int known(const kv_t *kv, const int32_t *blk, int n)
{
    for (int k = 0; k < n; k++)
        if (blk[k] < 0 || blk[k] >= kv->blocks)
            return 0;
    return 1;
}

/* The cached beginning of r, held; at least one token of the prompt is left to compute. -1: no room. */
static int begin_cached(kv_t *kv, struct request *r, int total)
{
    int prompt = (int)r->q[R_PROMPT], cached = 0, held = 0;
    int m = radix_match(kv->tree, text(kv, r->q, prompt - 1), prompt - 1, r->table, &r->held);
    if (m < 0 || m > (prompt - 1) / kv->bs || !known(kv, r->table, m) || !r->held)
        return kv->wrong = 1, -1;
    radix_hold(kv->tree, r->held);
    radix_count(kv->tree, &cached, &held);
    int lack = total - m - kv->nfree;
    if (lack > cached - held) {
        radix_drop(kv->tree, r->held);
        return -1;
    }
    if (lack > 0) {
        int n = radix_evict(kv->tree, lack, kv->spare);
        if (n != lack)
            return kv->wrong = 1, -1;
        give_back(kv, kv->spare, n);
    }
    return m;
}

/* What is cached of r, which has its room then; -1: no room. */
static int seat(kv_t *kv, struct request *r)
{
    int total = blocks_of(kv, r->q), m = 0;
    int cached = (int)(r->q[R_SHARED] < r->q[R_PROMPT] ? r->q[R_SHARED] : r->q[R_PROMPT] - 1);
    if (kv->with_tree) {
        m = begin_cached(kv, r, total);
        cached = m * kv->bs;
    } else if (total > kv->nfree) {
        m = -1;
    }
    if (m < 0 || total - m > kv->nfree)
        return -1;
    for (r->nblk = m; r->nblk < total; r->nblk++)
        r->table[r->nblk] = take(kv);
    r->state = RUNNING;
    r->computed = cached;
    return cached;
}

int kv_admit(kv_t *kv, int id)
{
    if (kv->nadmit == 2 * CS_SEATS || kv->wrong)
        return -1;
    int cached = id >= 0 && id < kv->n && kv->r[id].state == WAITING ? seat(kv, &kv->r[id]) : -1;
    kv->admit[kv->nadmit++] = id;
    kv->admit[kv->nadmit++] = cached;
    return cached;
}

static uint64_t *slot_of(kv_t *kv, const struct request *r, int pos)
{
    return &kv->slot[(size_t)r->table[pos / kv->bs] * (size_t)kv->bs + (size_t)(pos % kv->bs)];
}

static void compute(kv_t *kv, struct request *r, int from, int n)
{
    for (int pos = from; pos < from + n && pos / kv->bs < r->nblk; pos++) {
        uint64_t before = pos ? *slot_of(kv, r, pos - 1) : 1;
        *slot_of(kv, r, pos) = mix64(before ^ (uint64_t)token(r->q, pos) * 0x9e3779b97f4a7c15u);
    }
    r->computed = from + n;
}

/* Hands n tokens' whole blocks to the tree. */
static void cache(kv_t *kv, struct request *r, int n, radix_node_t **end)
{
    int spares = radix_insert(kv->tree, text(kv, r->q, n), n, r->table, kv->spare, end);
    if (spares < 0 || spares > n / kv->bs || !known(kv, r->table, n / kv->bs) || !*end)
        kv->wrong = 1;
    else
        give_back(kv, kv->spare, spares);
}

static void prompt_through(kv_t *kv, struct request *r)
{
    radix_node_t *end = NULL;
    if (!kv->with_tree || kv->wrong)
        return;
    cache(kv, r, (int)r->q[R_PROMPT], &end);
    if (kv->wrong)
        return;
    radix_hold(kv->tree, end);
    radix_drop(kv->tree, r->held);
    r->held = end;
}

static void finish(kv_t *kv, struct request *r)
{
    int n = (int)(r->q[R_PROMPT] + r->q[R_OUT]) - 1, whole = kv->with_tree ? n / kv->bs : 0;
    radix_node_t *end = NULL;
    r->state = FINISHED;
    if (kv->wrong)
        return;
    if (kv->with_tree) {
        cache(kv, r, n, &end);
        if (kv->wrong)
            return;
        radix_drop(kv->tree, r->held);
    }
    give_back(kv, r->table + whole, r->nblk - whole);
}

/* --- steps --------------------------------------------------------------------------------------------- */

struct engine {
    kv_t kv;
    price_t price;
    int n, next, live, used, cap;
    int64_t now, *said; /* said [n]: the digest of all that a request computed */
    int32_t *log;
    cs_batch_t *b;
};

static struct request *running(struct engine *e, const piece_t *p)
{
    struct request *r = p->id >= 0 && p->id < e->n ? &e->kv.r[p->id] : NULL;
    int most = r ? (int)(r->q[R_PROMPT] + r->q[R_OUT]) : 0;
    return r && r->state == RUNNING && p->from == r->computed && p->n > 0 && p->n <= most - p->from ? r : NULL;
}

static int log_step(struct engine *e, int returned)
{
    cs_batch_t *b = e->b;
    if (b->npiece < 0 || b->npiece > CS_SEATS)
        return END_COUNTS;
    if (e->used + 3 + e->kv.nadmit + 3 * b->npiece > e->cap)
        return END_LOG_FULL;
    int32_t *to = e->log + e->used;
    *to++ = returned;
    *to++ = e->kv.nadmit / 2;
    *to++ = b->npiece;
    memcpy(to, e->kv.admit, (size_t)e->kv.nadmit * sizeof *to);
    to += e->kv.nadmit;
    for (int k = 0; k < b->npiece; k++) {
        *to++ = b->piece[k].id;
        *to++ = b->piece[k].from;
        *to++ = b->piece[k].n;
    }
    e->used = (int)(to - e->log);
    e->log[1]++;
    return END_OK;
}

static void after(struct engine *e, struct request *r)
{
    if (r->computed < r->q[R_PROMPT])
        return;
    if (r->said++ == 0)
        prompt_through(&e->kv, r);
    if (r->said < r->q[R_OUT])
        return;
    int id = (int)(r - e->kv.r);
    e->said[id] = (int64_t)*slot_of(&e->kv, r, r->computed - 1);
    finish(&e->kv, r);
    e->live--;
    e->b->done[e->b->ndone++] = id;
}

static void run_pass(struct engine *e)
{
    cs_batch_t *b = e->b;
    int64_t tokens = 0, scores = 0, cached = 0;
    struct request *r, *ran[CS_SEATS];
    int nran = 0;
    b->ndone = 0;
    for (int k = 0; k < b->npiece; k++)
        if ((r = running(e, &b->piece[k]))) {
            int64_t from = b->piece[k].from, n = b->piece[k].n;
            tokens += n;
            scores += n * from + n * (n + 1) / 2;
            cached += from + n;
            compute(&e->kv, r, (int)from, (int)n);
            ran[nran++] = r;
        }
    if (tokens)
        e->now += pass_time(&e->price, tokens, scores, cached);
    for (int k = 0; k < nran; k++)
        if (ran[k]->state == RUNNING)
            after(e, ran[k]);
}

/* `other` belongs to another engine, of one seat, where nobody ever comes. */
static int simulate(struct engine *e, cs_t *s, cs_t *other, cs_req_t *arrived)
{
    struct request *r = e->kv.r;
    while (e->next < e->n || e->live) {
        int n = 0;
        if (!e->live && r[e->next].q[R_ARRIVAL] > e->now)
            e->now = r[e->next].q[R_ARRIVAL];
        for (; e->next < e->n && r[e->next].q[R_ARRIVAL] <= e->now; e->next++, e->live++) {
            const int64_t *q = r[e->next].q;
            arrived[n++] = (cs_req_t){ e->next, (int)q[R_PROMPT], (int)((q[R_OUT] + 31) / 32 * 32) };
            r[e->next].state = WAITING;
        }
        e->b->npiece = e->kv.nadmit = 0;
        cs_batch_t nobody = { 0 };
        cs_step(other, arrived, 0, e->now, &nobody);
        int end = log_step(e, cs_step(s, arrived, n, e->now, e->b));
        if (end || e->kv.wrong)
            return end ? end : END_BLOCKS;
        int64_t before = e->now;
        run_pass(e);
        if (e->kv.wrong)
            return END_BLOCKS;
        if (e->now == before && e->next == e->n)
            return END_STUCK;
        if (e->now == before)
            e->now = r[e->next].q[R_ARRIVAL];
    }
    return END_OK;
}

static void kv_free(kv_t *kv)
{
    radix_delete(kv->tree);
    for (int k = 0; kv->r && k < kv->n; k++)
        free(kv->r[k].table);
    free(kv->r);
    free(kv->free_blk);
    free(kv->spare);
    free(kv->is_free);
    free(kv->slot);
    free(kv->tok);
    free(kv->admit);
}

static int kv_make(kv_t *kv, const int64_t *reqs)
{
    size_t blocks = (size_t)kv->blocks, longest = 1;
    kv->r = calloc((size_t)kv->n, sizeof *kv->r);
    for (int k = 0; kv->r && k < kv->n; k++) {
        const int64_t *q = kv->r[k].q = reqs + (size_t)k * R_WIDTH;
        longest = (size_t)(q[R_PROMPT] + q[R_OUT]) > longest ? (size_t)(q[R_PROMPT] + q[R_OUT]) : longest;
        kv->r[k].table = calloc((size_t)blocks_of(kv, q) + 1, sizeof(int32_t));
    }
    kv->free_blk = malloc(blocks * sizeof *kv->free_blk);
    kv->spare = malloc((blocks + longest) * sizeof *kv->spare);
    kv->is_free = malloc(blocks);
    kv->slot = calloc(blocks * (size_t)kv->bs, sizeof *kv->slot);
    kv->tok = malloc(longest * sizeof *kv->tok);
    kv->admit = malloc(2 * CS_SEATS * sizeof *kv->admit);
    kv->tree = kv->with_tree ? radix_new(kv->bs) : NULL;
    if (!kv->r || !kv->free_blk || !kv->spare || !kv->is_free || !kv->slot || !kv->tok || !kv->admit ||
        (kv->with_tree && !kv->tree))
        return -1;
    memset(kv->is_free, 1, blocks);
    for (kv->nfree = 0; kv->nfree < kv->blocks; kv->nfree++)
        kv->free_blk[kv->nfree] = kv->blocks - 1 - kv->nfree;
    return 0;
}

/* args: blocks bs seats budget n log_cap, token score weights cached ttft tbt | reqs [n][6] | log, said [n] */
static void run(const struct ridge_frame *f, int with_tree)
{
    struct engine e = { .n = (int)f->i[4], .cap = (int)f->i[5], .used = HEAD, .log = f->buf[1], .said = f->buf[2] };
    e.kv = (kv_t){ .blocks = (int)f->i[0], .bs = (int)f->i[1], .n = e.n, .with_tree = with_tree };
    e.price = (price_t){ f->i[6], f->i[7], f->i[8], f->i[9] };
    cs_cfg_t cfg = { (int)f->i[2], (int)f->i[3], e.price, f->i[10], f->i[11], &e.kv };
    cs_req_t *arrived = calloc((size_t)e.n + 1, sizeof *arrived);
    int made = kv_make(&e.kv, f->buf[0]);
    memset(e.log, 0, HEAD * sizeof *e.log);
    memset(e.said, 0, (size_t)e.n * sizeof *e.said);
    e.b = calloc(1, sizeof *e.b);
    cs_t *s = !made && arrived && e.b ? cs_new(&cfg) : NULL;
    cfg.seats = 1;
    cs_t *other = s ? cs_new(&cfg) : NULL;
    e.log[2] = other ? simulate(&e, s, other, arrived) : END_NO_MEMORY;
    e.log[0] = e.used;
    cs_delete(other);
    cs_delete(s);
    cs_delete(NULL);
    kv_free(&e.kv);
    free(e.b);
    free(arrived);
}

void ridge_call_sched(const struct ridge_frame *f)
{
    run(f, 0);
}

void ridge_call_serve(const struct ridge_frame *f)
{
    run(f, 1);
}
