/*
 * oracle.c: what the cache holds, as a list of whole beginnings, and what the scheduler has to decide. A beginning is
 * named by a digest of all its tokens; what goes first is found by looking at everything. The engine's clock is whole
 * picoseconds, so that a replay arrives at the same times.
 */
#include <ridge/oracle.h>
#include <stdlib.h>

static int fail(struct ridge_verdict *v)
{
    v->pass = 0;
    return 0;
}

#define SAY(v, ...) (snprintf((v)->message, sizeof (v)->message, __VA_ARGS__), fail(v))

static uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t more(uint64_t digest, int32_t token)
{
    return mix(digest ^ (uint64_t)token * 0x9e3779b97f4a7c15u);
}

static int below(uint64_t *rng, int n)
{
    return n > 0 ? (int)(ridge_next(rng) % (uint64_t)n) : 0;
}

/* --- the cache ----------------------------------------------------------------------------------------- */

struct block {
    uint64_t digest; /* of the beginning that ends with this block */
    int64_t used;
    int id, holders, next;
};

enum { CHAINS = 8192 };

struct model {
    struct block *b;
    int n, room, held, chain[CHAINS];
    int64_t clock;
};

static struct model *model_new(void)
{
    struct model *m = calloc(1, sizeof *m);
    if (m)
        memset(m->chain, 0xff, sizeof m->chain);
    return m;
}

static void model_free(struct model *m)
{
    if (m)
        free(m->b);
    free(m);
}

static int find(const struct model *m, uint64_t digest)
{
    int k = m->chain[digest % CHAINS];
    while (k >= 0 && m->b[k].digest != digest)
        k = m->b[k].next;
    return k;
}

static int matched(const struct model *m, const uint64_t *digest, int n)
{
    int k = 0;
    while (k < n && find(m, digest[k]) >= 0)
        k++;
    return k;
}

static void use(struct model *m, const uint64_t *digest, int n)
{
    while (n-- > 0)
        m->b[find(m, digest[n])].used = ++m->clock;
}

static void hold(struct model *m, const uint64_t *digest, int n, int more_or_less)
{
    for (int k = 0; k < n; k++) {
        struct block *b = &m->b[find(m, digest[k])];
        int before = b->holders > 0;
        b->holders += more_or_less;
        m->held += (b->holders > 0) - before;
    }
}

static void add(struct model *m, uint64_t digest, int id)
{
    if (m->n == m->room) {
        m->room = m->room ? 2 * m->room : 256;
        m->b = realloc(m->b, (size_t)m->room * sizeof *m->b);
    }
    m->b[m->n] = (struct block){ digest, 0, id, 0, m->chain[digest % CHAINS] };
    m->chain[digest % CHAINS] = m->n++;
}

/* The last one takes the place of block k. */
static void take_out(struct model *m, int k)
{
    int *at = &m->chain[m->b[k].digest % CHAINS], last = m->n - 1;
    while (*at != k)
        at = &m->b[*at].next;
    *at = m->b[k].next;
    if (k != last) {
        at = &m->chain[m->b[last].digest % CHAINS];
        while (*at != last)
            at = &m->b[*at].next;
        *at = k;
        m->b[k] = m->b[last];
    }
    m->n--;
}

/* The id of what goes first, which is gone then; -1: everything is held. */
static int evict(struct model *m)
{
    int oldest = -1;
    for (int k = 0; k < m->n; k++)
        if (!m->b[k].holders && (oldest < 0 || m->b[k].used < m->b[oldest].used))
            oldest = k;
    if (oldest < 0)
        return -1;
    int id = m->b[oldest].id;
    take_out(m, oldest);
    return id;
}

/* --- the call `tree` ----------------------------------------------------------------------------------- */

enum { T_MATCH = 1, T_INSERT, T_FRESH, T_DROP, T_EVICT, SLOTS = 16, SENSELESS = -1000 };

/* Sequences that begin like earlier ones, up to any token; apart 1: none does; 2: all are alike up to the last token
 * of their first block. */
int seqs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int nseq = (int)ridge_int(c, "nseq"), len = (int)ridge_int(c, "len"), apart = (int)ridge_int(c, "apart");
    int bs = (int)ridge_int(c, "bs");
    uint64_t rng = ridge_mix(seed, "seqs");
    if (!b || b->count < (size_t)nseq * (size_t)len)
        return -1;
    int32_t *s = b->data;
    for (int j = 0; j < nseq; j++) {
        int same = j && !apart ? below(&rng, len + 1) : 0, like = below(&rng, j);
        memcpy(s + (size_t)j * (size_t)len, s + (size_t)like * (size_t)len, (size_t)same * sizeof *s);
        for (int k = same; k < len; k++)
            s[j * len + k] = apart == 2 && k < bs - 1 ? 7 : below(&rng, apart ? 100000 : 3) - 1;
    }
    return 0;
}

static void random_op(int32_t *op, int len, int bs, uint64_t *rng)
{
    int what = below(rng, 100);
    op[2] = below(rng, 3) ? below(rng, len + 1) : below(rng, len / bs + 1) * bs;
    op[3] = below(rng, 2) ? below(rng, SLOTS) : -1;
    op[0] = what < 28 ? T_MATCH : what < 52 ? T_INSERT : what < 62 ? T_FRESH : what < 80 ? T_DROP : T_EVICT;
    if (op[0] == T_DROP)
        op[3] = below(rng, SLOTS);
    if (op[0] == T_EVICT)
        op[2] = below(rng, 12) ? below(rng, 7) : 200;
}

/* script 0: anything. 1: all sequences go in, then each is matched. 2: all go in, then go out block by block. 3: all go
 * in, then one block of the first is matched, two, three. */
int ops_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int nops = (int)ridge_int(c, "nops"), nseq = (int)ridge_int(c, "nseq"), len = (int)ridge_int(c, "len");
    int script = (int)ridge_int(c, "script"), bs = (int)ridge_int(c, "bs");
    uint64_t rng = ridge_mix(seed, "ops");
    if (!b)
        return -1;
    int32_t *op = b->data;
    for (int k = 0; k < nops; k++, op += 4) {
        op[1] = script == 3 && k >= nseq ? 0 : script ? k % nseq : below(&rng, nseq);
        if (script) {
            op[0] = k < nseq ? T_FRESH : script == 2 ? T_EVICT : T_MATCH;
            op[2] = op[0] == T_EVICT ? 1 : op[0] == T_MATCH && script == 3 ? (k - nseq + 1) * bs : len;
            op[3] = -1;
        } else {
            random_op(op, len, bs, &rng);
        }
    }
    return 0;
}

struct tree {
    struct model *m;
    uint64_t *digest;
    int bs, fresh, slot_seq[SLOTS], slot_n[SLOTS];
    int32_t *want;
    const int32_t *seq;
    int len;
};

static void digests(struct tree *t, int seq, int n)
{
    const int32_t *tok = t->seq + (size_t)seq * (size_t)t->len;
    uint64_t d = 1;
    for (int k = 0; k < n * t->bs; k++) {
        d = more(d, tok[k]);
        if ((k + 1) % t->bs == 0)
            t->digest[k / t->bs] = d;
    }
}

static void let_go(struct tree *t, int slot)
{
    if (t->slot_seq[slot] >= 0) {
        digests(t, t->slot_seq[slot], t->slot_n[slot]);
        hold(t->m, t->digest, t->slot_n[slot], -1);
        use(t->m, t->digest, t->slot_n[slot]);
    }
    t->slot_seq[slot] = -1;
}

static void keep(struct tree *t, int slot, int seq, int n)
{
    if (slot < 0)
        return;
    hold(t->m, t->digest, n, 1);
    let_go(t, slot);
    t->slot_seq[slot] = seq;
    t->slot_n[slot] = n;
}

/* What insert() of the harness does; the ids that it tells are in t->want, *told of them. */
static int tree_insert(struct tree *t, int whole, int known, int *told)
{
    int m = matched(t->m, t->digest, whole), spares = 0;
    if (known)
        use(t->m, t->digest, m);
    for (int k = 0; k < whole; k++) {
        int mine = known && k < m ? -1 : t->fresh++, at = find(t->m, t->digest[k]);
        if (at < 0)
            add(t->m, t->digest[k], mine);
        else if (mine >= 0)
            t->want[whole + spares++] = mine;
        t->want[k] = t->m->b[find(t->m, t->digest[k])].id;
    }
    use(t->m, t->digest, whole);
    *told = whole + spares;
    return spares;
}

/* What the operation returns; *told ids in t->want. */
static int tree_op(struct tree *t, const int32_t *op, int *told)
{
    int whole = op[0] < T_DROP ? op[2] / t->bs : 0, got = 0;
    *told = 0;
    if (op[0] < T_DROP)
        digests(t, op[1], whole);
    switch (op[0]) {
    case T_MATCH:
        got = *told = matched(t->m, t->digest, whole);
        for (int k = 0; k < got; k++)
            t->want[k] = t->m->b[find(t->m, t->digest[k])].id;
        use(t->m, t->digest, got);
        keep(t, op[3], op[1], got);
        return got;
    case T_INSERT:
    case T_FRESH:
        got = tree_insert(t, whole, op[0] == T_INSERT, told);
        keep(t, op[3], op[1], whole);
        return got;
    case T_DROP:
        let_go(t, op[3]);
        return 0;
    default:
        for (int id; got < op[2] && (id = evict(t->m)) >= 0;)
            t->want[got++] = id;
        *told = got;
        return got;
    }
}

static int tree_replay(struct tree *t, const struct ridge_case *c, struct ridge_verdict *v)
{
    static const char *const name[] = { "", "match", "insert", "insert", "drop", "evict" };
    static const char *const what[] = { "", "blocks are cached", "ids are spare", "ids are spare", "",
                                        "blocks leave" };
    const int32_t *op = ridge_data(c, "ops"), *rec = ridge_data(c, "rec"), *ids = ridge_data(c, "ids");
    int nops = (int)ridge_int(c, "nops"), used = 0, told;
    for (int k = 0; k < nops; k++, op += 4, rec += 4) {
        int want = tree_op(t, op, &told);
        char where[96];
        snprintf(where, sizeof where, op[0] < T_DROP ? "operation %d, %s(sequence %d, %d tokens)" :
                 op[0] == T_DROP ? "operation %d, %s" : "operation %d, %s", k, name[op[0]], op[1], op[2]);
        if (rec[0] == SENSELESS)
            return SAY(v, "%s: a count that cannot be, or no end", where);
        if (rec[0] != want)
            return SAY(v, "%s: %d %s, got %d", where, want, what[op[0]], rec[0]);
        for (int j = 0; j < told; j++)
            if (ids[used + j] != t->want[j])
                return SAY(v, "%s: id %d of %d is %d, got %d%s", where, j, told, t->want[j], ids[used + j],
                           op[0] == T_EVICT ? " (the oldest that nobody holds goes first)" : "");
        used += told;
        if (rec[1] != t->m->n || rec[2] != t->m->held)
            return SAY(v, "%s: %d blocks are cached and %d held afterwards, got %d and %d", where, t->m->n,
                       t->m->held, rec[1], rec[2]);
    }
    v->pass = 1;
    return 0;
}

int tree_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    int len = (int)ridge_int(c, "len");
    struct tree t = { .m = model_new(), .bs = (int)ridge_int(c, "bs"), .seq = ridge_data(c, "seqs"), .len = len };
    int rc = -1;
    t.digest = calloc((size_t)len + 1, sizeof *t.digest);
    t.want = calloc(2 * (size_t)len + 4096, sizeof *t.want);
    memset(t.slot_seq, 0xff, sizeof t.slot_seq);
    if (t.m && t.digest && t.want && t.seq && ridge_data(c, "ids"))
        rc = tree_replay(&t, c, v);
    model_free(t.m);
    free(t.digest);
    free(t.want);
    return rc;
}

/* --- the call `chain` ---------------------------------------------------------------------------------- */

enum { H_MATCH = 1, H_PUT, H_REMOVE, H_BLOCKS = 65536, NONE = -1, BAD = -2 };

struct chain {
    const int32_t *tok[H_BLOCKS]; /* NULL: not cached */
    int parent[H_BLOCKS], kids[H_BLOCKS], listed[H_BLOCKS], nlisted, bs, bits;
    uint64_t hash[H_BLOCKS];
};

/* As hash() of the harness. */
static uint64_t hashed(const struct chain *h, int parent, const int32_t *tok)
{
    uint64_t x = (parent == NONE ? 0 : h->hash[parent]) + 0x9e3779b97f4a7c15u;
    for (int k = 0; k < h->bs; k++)
        x = mix(x ^ (uint32_t)tok[k]);
    return h->bits >= 64 ? x : x & ((1ull << h->bits) - 1);
}

static int behind(const struct chain *h, int parent, const int32_t *tok)
{
    for (int k = 0; k < h->nlisted; k++) {
        int id = h->listed[k];
        if (h->parent[id] == parent && !memcmp(h->tok[id], tok, (size_t)h->bs * sizeof *tok))
            return id;
    }
    return NONE;
}

static int chain_put(struct chain *h, int parent, const int32_t *tok, int blk)
{
    if (blk < 0 || blk >= H_BLOCKS || parent < NONE || parent >= H_BLOCKS || (parent >= 0 && !h->tok[parent]))
        return BAD;
    int there = behind(h, parent, tok);
    if (h->tok[blk])
        return there == blk ? blk : BAD;
    if (there >= 0)
        return there;
    h->tok[blk] = tok;
    h->parent[blk] = parent;
    h->hash[blk] = hashed(h, parent, tok);
    h->listed[h->nlisted++] = blk;
    if (parent >= 0)
        h->kids[parent]++;
    return blk;
}

static int chain_remove(struct chain *h, int blk)
{
    if (blk < 0 || blk >= H_BLOCKS || !h->tok[blk] || h->kids[blk])
        return BAD;
    h->tok[blk] = NULL;
    if (h->parent[blk] >= 0)
        h->kids[h->parent[blk]]--;
    for (int k = 0; k < h->nlisted; k++)
        if (h->listed[k] == blk)
            h->listed[k--] = h->listed[--h->nlisted];
    return 0;
}

static int chain_match(const struct chain *h, const int32_t *tok, int n, int32_t *blk)
{
    int m = 0, at = NONE;
    for (; (m + 1) * h->bs <= n; m++) {
        at = behind(h, at, tok + m * h->bs);
        if (at < 0)
            break;
        blk[m] = at;
    }
    return m;
}

/* Was the last of `want` calls of the hash given that of the block `parent`? Another number of calls is judged apart. */
static int is_chained(const struct chain *h, int parent, int want, const int32_t *rec)
{
    uint64_t hash = parent == NONE ? 0 : h->hash[parent];
    return rec[1] != want || rec[3] == (int32_t)(hash & INT32_MAX);
}

/* One more block of a sequence, as an engine does it, and now and then something that has to be refused. */
static void put_op(const struct chain *h, int32_t *op, const int32_t *tok, int len, int blocks, int32_t *blk,
                   uint64_t *rng)
{
    int m = chain_match(h, tok, len, blk), k = below(rng, 6) ? m : below(rng, m + 1);
    k = k < len / h->bs ? k : len / h->bs - 1;
    op[2] = k;
    op[3] = k ? blk[k - 1] : NONE;
    op[4] = below(rng, blocks);
    for (int tries = 0; tries < 40 && h->tok[op[4]] && below(rng, 40); tries++)
        op[4] = below(rng, blocks);
    switch (below(rng, 40)) {
    case 0: op[3] = below(rng, blocks); break;
    case 1: op[3] = below(rng, 2) ? H_BLOCKS : -2; break;
    case 2: op[4] = below(rng, 2) ? H_BLOCKS : -1; break;
    case 3: op[4] = H_BLOCKS - 1; break;
    case 4: op[4] = k < m ? blk[k] : op[4]; break;
    }
}

int hops_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int nops = (int)ridge_int(c, "nops"), nseq = (int)ridge_int(c, "nseq"), len = (int)ridge_int(c, "len");
    int script = (int)ridge_int(c, "script"), blocks = (int)ridge_int(c, "blocks");
    size_t ints = (size_t)nseq * (size_t)len;
    struct ridge_buffer seqs = { "seqs", RIDGE_I32, ints, calloc(ints + 1, sizeof(int32_t)) };
    struct ridge_case own = *c;
    struct chain *h = calloc(1, sizeof *h);
    int32_t *blk = calloc((size_t)len + 1, sizeof *blk), *op = b ? b->data : NULL;
    uint64_t rng = ridge_mix(seed, "hops");
    own.buffers = &seqs, own.nbuffers = 1;
    int rc = !op || !h || !blk || !seqs.data ? -1 : seqs_fill(&own, "seqs", seed);
    for (int k = 0; !rc && k < nops; k++, op += 5) {
        h->bs = (int)ridge_int(c, "bs");
        int per = len / h->bs, s = script ? (k / per) % nseq : below(&rng, nseq), what = below(&rng, 100);
        const int32_t *tok = (int32_t *)seqs.data + (size_t)s * (size_t)len;
        op[1] = s;
        op[2] = op[3] = op[4] = 0;
        if (script) { /* all go in, then each is matched */
            op[0] = k < nseq * per ? H_PUT : H_MATCH;
            op[2] = op[0] == H_PUT ? k % per : len;
            op[3] = k % per ? k - 1 : NONE;
            op[4] = k;
            continue;
        }
        op[0] = what < 30 ? H_MATCH : what < 80 ? H_PUT : H_REMOVE;
        if (op[0] == H_MATCH)
            op[2] = below(&rng, len + 1);
        else if (op[0] == H_PUT)
            put_op(h, op, tok, len, blocks, blk, &rng);
        else
            op[4] = below(&rng, 20) ? below(&rng, blocks) : below(&rng, 2) ? H_BLOCKS : -1;
        if (op[0] == H_PUT)
            chain_put(h, op[3], tok + op[2] * h->bs, op[4]);
        else if (op[0] == H_REMOVE)
            chain_remove(h, op[4]);
    }
    free(seqs.data);
    free(h);
    free(blk);
    return rc;
}

static int chain_replay(struct chain *h, const struct ridge_case *c, int32_t *blk, struct ridge_verdict *v)
{
    const int32_t *op = ridge_data(c, "hops"), *seq = ridge_data(c, "seqs"), *rec = ridge_data(c, "hrec");
    const int32_t *ids = ridge_data(c, "ids");
    int nops = (int)ridge_int(c, "nops"), len = (int)ridge_int(c, "len"), used = 0;
    double excess = 0;
    for (int k = 0; k < nops; k++, op += 5, rec += 4) {
        const int32_t *tok = seq + (size_t)op[1] * (size_t)len;
        if (op[0] == H_MATCH) {
            int m = chain_match(h, tok, op[2], blk), most = m < op[2] / h->bs ? m + 1 : m;
            if (rec[0] != m)
                return SAY(v, "operation %d, hc_match(sequence %d, %d tokens): %d blocks are cached, got %d", k, op[1],
                           op[2], m, rec[0]);
            for (int j = 0; j < m; j++)
                if (ids[used + j] != blk[j])
                    return SAY(v, "operation %d, hc_match(sequence %d, %d tokens): block %d is %d, got %d", k, op[1],
                               op[2], j, blk[j], ids[used + j]);
            if (most && !is_chained(h, most > 1 ? blk[most - 2] : NONE, most, rec))
                return SAY(v, "operation %d, hc_match(sequence %d, %d tokens): the hash of block %d was asked behind "
                           "another hash than its parent's", k, op[1], op[2], most - 1);
            used += m;
            excess += rec[1] > most ? rec[1] - most : 0;
            continue;
        }
        int want = op[0] == H_PUT ? chain_put(h, op[3], tok + op[2] * h->bs, op[4]) : chain_remove(h, op[4]);
        if (rec[0] != want && op[0] == H_PUT)
            return SAY(v, "operation %d, hc_put(parent %d, block %d of sequence %d, id %d) is %d, got %d", k, op[3],
                       op[2], op[1], op[4], want, rec[0]);
        if (op[0] == H_PUT && want != BAD && !is_chained(h, op[3], 1, rec))
            return SAY(v, "operation %d, hc_put(parent %d, block %d of sequence %d, id %d): the hash was asked behind "
                       "another hash than the parent's", k, op[3], op[2], op[1], op[4]);
        if (rec[0] != want)
            return SAY(v, "operation %d, hc_remove(%d) is %d, got %d", k, op[4], want, rec[0]);
        excess += op[0] == H_PUT && rec[1] > 1 ? rec[1] - 1 : op[0] == H_REMOVE ? rec[1] : 0;
    }
    ridge_count(v, "hash_excess", excess);
    v->pass = 1;
    return 0;
}

int chain_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    struct chain *h = calloc(1, sizeof *h);
    int32_t *blk = calloc((size_t)ridge_int(c, "len") + 1, sizeof *blk);
    int rc = -1;
    if (h && blk && ridge_data(c, "hops") && ridge_data(c, "hrec") && ridge_data(c, "ids")) {
        h->bs = (int)ridge_int(c, "bs");
        h->bits = (int)ridge_int(c, "bits");
        rc = chain_replay(h, c, blk, v);
    }
    free(h);
    free(blk);
    return rc;
}

#include "engine.h"
