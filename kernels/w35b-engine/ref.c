/*
 * ref.c: the engine with all of its parts. One loop: whoever has come is taken in; somebody says what the pass computes
 * (w35's scheduler, w30b's, or nobody: whole prompts in turn); the pass is one list of tokens, whatever they are for;
 * and what it answered is settled request by request.
 *
 * Blocks are promised when a seat is given and taken when a slot is needed, so that the pool can't run dry in the
 * middle of an answer, and a request that forgets holds no more than it remembers.
 */
#include "lab.h"

struct seat {
    req_t r;
    int num;                 /* by arrival: the schedulers' id */
    int runs, gone;          /* has a seat; is served */
    int known, said, done;   /* bytes of the text; of them said; of them computed */
    int goal;                /* bytes that were known when it got its seat: they are its prompt */
    int need;                /* blocks that its table may come to have */
    int shared;              /* its first blocks, which are the tree's */
    int64_t first;           /* when its first byte was said, in picoseconds */
    uint8_t *text;
    kv_t kv;
    radix_node_t *end;
    models_t *draft;
    evict_t *evict;
    float *map;              /* [G][goal][goal], or [G][slots] of one step */
};

struct kv { struct engine *e; };

struct piece { struct seat *s; int n; };

struct engine {
    const engine_cfg_t *cfg;
    world_t *w;
    radix_t *tree;
    cs_t *cs;
    struct kv kv;
    int closed, count, nseat, fresh; /* numbers given; requests that are here; of them, new to cs_step() */
    struct seat *seat[CS_REQS];      /* by arrival */
    int ndone, done[CS_SEATS];
    struct piece piece[PASS_TOKENS];
    int npiece;
    token_t token[PASS_TOKENS];
    tree_t grown[PASS_TOKENS];
    float *rows;
    double *work;
};

static void *room(size_t n, size_t each)
{
    void *p = calloc(n ? n : 1, each);
    if (!p)
        abort();
    return p;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

static int has(const struct engine *e, unsigned part)
{
    return (e->cfg->on & part) != 0;
}

/* --- blocks ---------------------------------------------------------------------------------------------- */

static int blocks_of(const struct engine *e, int slots)
{
    return (slots + e->cfg->bs - 1) / e->cfg->bs;
}

static int32_t take(struct engine *e)
{
    int32_t old;
    if (!block_left(e->w) && has(e, PART_PREFIX) && radix_evict(e->tree, 1, &old))
        block_give(e->w, old);
    return block_take(e->w);
}

static void reach(struct engine *e, struct seat *s, int slots)
{
    while (s->kv.blocks * e->cfg->bs < slots)
        s->kv.table[s->kv.blocks++] = take(e);
}

/* Blocks behind the first `keep` go back; none of these is the tree's. */
static void shrink(struct engine *e, struct seat *s, int keep)
{
    while (s->kv.blocks > most(keep, s->shared))
        block_give(e->w, s->kv.table[--s->kv.blocks]);
}

/* Blocks that nobody holds and nobody was promised. */
static int spare(const struct engine *e)
{
    int cached = 0, held = 0, n = block_left(e->w);
    if (has(e, PART_PREFIX))
        radix_count(e->tree, &cached, &held);
    for (int k = 0; k < e->nseat; k++)
        if (e->seat[k]->runs)
            n -= most(0, e->seat[k]->need - e->seat[k]->kv.blocks);
    return n + cached - held;
}

/* --- seats ----------------------------------------------------------------------------------------------- */

/* What the tree has of the text, its last byte left out, which has to be computed. */
static int cached(struct engine *e, const struct seat *s, int32_t *blk, radix_node_t **end)
{
    int32_t *tok = room((size_t)s->known, sizeof *tok);
    for (int k = 0; k < s->known; k++)
        tok[k] = s->text[k];
    int n = has(e, PART_PREFIX) ? radix_match(e->tree, tok, s->known - 1, blk, end) : 0;
    free(tok);
    return n;
}

static int needs(const struct engine *e, const struct seat *s)
{
    int slots = s->r.n + s->r.want + (has(e, PART_TREE) ? e->cfg->tree.total : 0);
    return blocks_of(e, slots) + (has(e, PART_EVICT) ? blocks_of(e, e->cfg->evict.budget) + 1 : 0);
}

static void let_go(struct engine *e, struct seat *s)
{
    if (s->end)
        radix_drop(e->tree, s->end);
    s->end = NULL;
}

/* Gives a seat; how many bytes need not be computed, or -1: the pool has no room. */
static int sit(struct engine *e, struct seat *s)
{
    int hits = cached(e, s, s->kv.table, &s->end);
    if (has(e, PART_PREFIX))
        radix_hold(e->tree, s->end);
    s->need = needs(e, s);
    if (spare(e) < s->need - hits) {
        let_go(e, s);
        return -1;
    }
    s->runs = 1;
    s->kv.blocks = s->shared = hits;
    s->kv.len = s->done = hits * e->cfg->bs;
    s->goal = s->known;
    if (has(e, PART_EVICT)) {
        size_t G = (size_t)e->cfg->evict.G, n = (size_t)s->goal;
        s->evict = evict_new(&e->cfg->evict);
        s->map = room(G * most(s->goal, 1) * n + G * (size_t)(e->cfg->ctx + 1), sizeof *s->map);
    }
    if (has(e, PART_TREE) && !has(e, PART_EVICT))
        s->draft = draft_new(e->w);
    return s->done;
}

/* Takes the seat away: everything goes but the text. */
static void rise(struct engine *e, struct seat *s)
{
    let_go(e, s);
    s->kv.blocks = most(s->kv.blocks, s->shared);
    while (s->kv.blocks > s->shared)
        block_give(e->w, s->kv.table[--s->kv.blocks]);
    s->kv.blocks = s->shared = s->kv.len = s->done = s->runs = 0;
    evict_delete(s->evict);
    draft_delete(s->draft);
    free(s->map);
    s->evict = NULL;
    s->draft = NULL;
    s->map = NULL;
}

int kv_admit(chunk_kv_t *kv, int id)
{
    struct engine *e = kv->e;
    for (int k = 0; k < e->nseat; k++)
        if (e->seat[k]->num == id)
            return sit(e, e->seat[k]);
    return -1;
}

/* --- who has come, who goes ------------------------------------------------------------------------------ */

static void take_in(struct engine *e)
{
    req_t r;
    int got = DOOR_NONE;
    while (!e->closed && e->count < CS_REQS && e->nseat < CS_REQS && (got = door_next(e->w, &r)) == DOOR_ONE) {
        struct seat *s = room(1, sizeof *s);
        *s = (struct seat){ .r = r, .num = e->count++, .known = r.n, .kv = kv_empty(e->w) };
        s->text = room((size_t)(r.n + r.want), 1);
        memcpy(s->text, r.text, (size_t)r.n);
        s->kv.table = room((size_t)needs(e, s) + 2, sizeof *s->kv.table);
        e->seat[e->nseat++] = s;
        e->fresh++;
    }
    e->closed |= got == DOOR_CLOSED;
}

static void begin_chunks(struct engine *e)
{
    cs_cfg_t c = { e->cfg->seats, e->cfg->budget, e->cfg->price, 0, 0, &e->kv };
    cs_delete(e->cs);
    e->cs = cs_new(&c);
    e->count = 0;
}

static void sweep(struct engine *e)
{
    int n = 0;
    for (int k = 0; k < e->nseat; k++) {
        struct seat *s = e->seat[k];
        if (!s->gone) {
            e->seat[n++] = s;
            continue;
        }
        rise(e, s);
        free(s->text);
        free(s->kv.table);
        free(s);
    }
    e->nseat = n;
    if (!n && e->count >= CS_REQS / 2) /* ids end at CS_REQS */
        begin_chunks(e);
}

/* --- what a pass computes -------------------------------------------------------------------------------- */

static void give(struct engine *e, struct seat *s, int n)
{
    e->piece[e->npiece++] = (struct piece){ s, n };
}

static struct seat *numbered(struct engine *e, int num)
{
    for (int k = 0; k < e->nseat; k++)
        if (e->seat[k]->num == num)
            return e->seat[k];
    return NULL;
}

/* Nobody schedules: the first whose prompt is not through has a pass of his own, else everybody has a byte. */
static void plan_plain(struct engine *e)
{
    int running = 0;
    for (int k = 0; k < e->nseat; k++) {
        struct seat *s = e->seat[k];
        if (!s->runs && (running == e->cfg->seats || sit(e, s) < 0))
            break;
        running++;
        if (s->known - s->done > 1) {
            e->npiece = 0;
            give(e, s, least(s->known - s->done, PASS_TOKENS));
            return;
        }
    }
    for (int k = 0; k < e->nseat; k++)
        if (e->seat[k]->runs)
            give(e, e->seat[k], 1);
}

static void plan_chunks(struct engine *e)
{
    static cs_batch_t b;
    cs_req_t come[CS_REQS];
    int n = e->fresh;
    for (int k = 0; k < n; k++) {
        const struct seat *s = e->seat[e->nseat - n + k];
        come[k] = (cs_req_t){ s->num, s->r.n, s->r.want };
    }
    b.npiece = 0;
    b.ndone = e->ndone;
    memcpy(b.done, e->done, sizeof b.done);
    cs_step(e->cs, come, n, door_now(e->w), &b);
    for (int k = 0; k < b.npiece; k++)
        give(e, numbered(e, b.piece[k].id), b.piece[k].n);
}

static slo_job_t job_of(struct engine *e, const struct seat *s, int32_t *blk)
{
    radix_node_t *end;
    int computed = s->runs ? s->done : cached(e, s, blk, &end) * e->cfg->bs;
    const slo_class_t *c = &e->cfg->cls[s->r.cls];
    int64_t ns = 1000, due = s->said ? s->first / ns + s->said * c->tpot : s->r.came / ns + c->ttft;
    return (slo_job_t){ s->num, s->r.cls, s->runs, computed, s->known - computed, needs(e, s) * e->cfg->bs, s->said,
                        s->r.came / ns, due };
}

static void plan_slo(struct engine *e)
{
    static slo_job_t job[SLO_JOBS];
    static slo_plan_t p;
    int n = least(e->nseat, SLO_JOBS);
    const chunk_price_t *price = &e->cfg->price;
    slo_cfg_t c = { e->cfg->seats, e->cfg->budget, (int64_t)e->cfg->blocks * e->cfg->bs,
                    { price->token, price->score, price->weights, price->cached }, { { 0 } } };
    int32_t *blk = room((size_t)blocks_of(e, e->cfg->ctx) + 1, sizeof *blk);
    memcpy(c.cls, e->cfg->cls, sizeof e->cfg->cls);
    for (int k = 0; k < n; k++)
        job[k] = job_of(e, e->seat[k], blk);
    free(blk);
    slo_sched(&c, door_now(e->w) / 1000, job, n, &p);
    for (int k = 0; k < p.ndrop; k++)
        rise(e, numbered(e, p.drop[k]));
    for (int k = 0; k < p.npiece; k++) {
        struct seat *s = numbered(e, p.piece[k].id);
        if (s->runs || sit(e, s) >= 0)
            give(e, s, least(p.piece[k].n, s->known - s->done));
    }
}

static void plan(struct engine *e)
{
    e->npiece = 0;
    if (has(e, PART_SLO))
        plan_slo(e);
    else if (has(e, PART_CHUNK))
        plan_chunks(e);
    else
        plan_plain(e);
    e->ndone = e->fresh = 0;
}

/* --- the pass -------------------------------------------------------------------------------------------- */

/* A byte of the text: its slot is the next one, and it sees all before. */
static void put_byte(struct seat *s, int at, token_t *t)
{
    int slot = s->kv.len + at - s->done;
    *t = (token_t){ .id = s->r.id, .byte = s->text[at], .pos = at, .kv = &s->kv, .slot = slot, .seen = slot + 1,
                    .ask = at == s->known - 1 };
    if (!s->evict)
        return;
    if (s->done < s->goal) {
        t->attn = s->map + (size_t)at * (size_t)s->goal;
        t->stride = (size_t)s->goal * (size_t)s->goal;
    } else {
        t->attn = s->map;
        t->stride = (size_t)slot + 1;
    }
}

/* The last byte and the tree of guesses behind it; how many tokens. */
static int put_tree(struct engine *e, struct seat *s, tree_t *g, token_t *t)
{
    uint64_t mask[TREE_NODES];
    int32_t pos[TREE_NODES];
    eagle_t how = e->cfg->tree;
    int root = s->text[s->known - 1];
    how.depth = least(how.depth, s->r.want - s->said - 1);
    draft_read(s->draft, s->text, s->known - 1, root);
    tree_eagle2(g, root, how, e->cfg->V, s->draft, e->rows);
    tree_mask(g, mask);
    tree_positions(g, s->done, pos);
    for (int k = 0; k < g->n; k++)
        t[k] = (token_t){ .id = s->r.id, .byte = g->token[k], .pos = pos[k], .kv = &s->kv, .slot = s->kv.len + k,
                          .seen = s->kv.len, .mask = mask[k], .ask = 1 };
    reach(e, s, s->kv.len + g->n);
    return g->n;
}

static int guesses(const struct seat *s)
{
    return s->draft && s->done == s->known - 1 && s->said;
}

static int fill(struct engine *e)
{
    int n = 0;
    for (int k = 0; k < e->npiece; k++) {
        struct seat *s = e->piece[k].s;
        e->grown[k].n = 0;
        if (guesses(s)) {
            n += put_tree(e, s, &e->grown[k], e->token + n);
            continue;
        }
        reach(e, s, s->kv.len + e->piece[k].n);
        for (int j = 0; j < e->piece[k].n; j++)
            put_byte(s, s->done + j, e->token + n++);
    }
    return n;
}

/* --- what came of it ------------------------------------------------------------------------------------- */

static void say(struct engine *e, struct seat *s, int byte)
{
    if (s->gone)
        return;
    s->text[s->known++] = (uint8_t)byte;
    if (!s->said)
        s->first = door_now(e->w);
    door_say(e->w, s->r.id, byte);
    if (++s->said == s->r.want) {
        s->gone = 1;
        e->done[e->ndone++] = s->num;
    }
}

/* The prompt goes into the tree, whose blocks are the request's then. */
static void share(struct engine *e, struct seat *s)
{
    radix_node_t *end;
    int32_t *tok = room((size_t)s->goal, sizeof *tok), *back = room((size_t)s->goal, sizeof *back);
    for (int k = 0; k < s->goal; k++)
        tok[k] = s->text[k];
    int n = radix_insert(e->tree, tok, s->goal, s->kv.table, back, &end);
    radix_hold(e->tree, end);
    let_go(e, s);
    s->end = end;
    s->shared = s->goal / e->cfg->bs;
    for (int k = 0; k < n; k++)
        block_give(e->w, back[k]);
    free(tok);
    free(back);
}

static float *slot(const kv_t *kv, int s)
{
    return kv->pool + ((size_t)kv->table[s / kv->block] * (size_t)kv->block + (size_t)(s % kv->block)) *
                      (size_t)kv->width;
}

/* What stays moves together, into blocks of its own if the first ones are the tree's. */
static void forget(struct engine *e, struct seat *s)
{
    int32_t *keep = room((size_t)s->kv.len, sizeof *keep);
    int n = evict_select(s->evict, keep), own = s->shared && n < s->kv.len;
    kv_t to = s->kv;
    if (own) {
        to.table = room((size_t)needs(e, s) + 2, sizeof *to.table);
        for (to.blocks = 0; to.blocks < blocks_of(e, n); to.blocks++)
            to.table[to.blocks] = take(e);
    }
    for (int i = 0; i < n; i++)
        if (own || keep[i] != i)
            memcpy(slot(&to, i), slot(&s->kv, keep[i]), (size_t)to.width * sizeof *to.pool);
    if (own) {
        shrink(e, s, 0);
        let_go(e, s);
        free(s->kv.table);
        s->shared = 0;
    }
    s->kv = to;
    s->kv.len = n;
    shrink(e, s, blocks_of(e, n));
    free(keep);
}

static void settle_bytes(struct engine *e, struct seat *s, const token_t *t, int n)
{
    int prompt = s->done < s->goal, last = t[n - 1].best;
    s->done += n;
    s->kv.len += n;
    if (s->done < s->known)
        return;
    if (prompt && has(e, PART_PREFIX))
        share(e, s);
    if (s->evict && prompt)
        evict_on_prefill(s->evict, s->map, s->goal);
    else if (s->evict)
        evict_on_step(s->evict, s->map, s->kv.len);
    if (s->evict)
        forget(e, s);
    say(e, s, last);
}

static void settle_tree(struct engine *e, struct seat *s, const tree_t *g, const token_t *t)
{
    int32_t path[TREE_DEPTH + 1], next;
    size_t V = (size_t)e->cfg->V;
    memset(e->rows, 0, (size_t)g->n * V * sizeof *e->rows);
    for (int k = 0; k < g->n; k++)
        e->rows[(size_t)k * V + (size_t)t[k].best] = 1;
    int n = tree_verify(g, DRAFT_FIXED, e->cfg->V, e->rows, NULL, e->work, world_rng(e->w), path, &next);
    kv_commit(&s->kv, path, n);
    s->done += n;
    for (int k = 1; k < n; k++)
        say(e, s, g->token[path[k]]);
    say(e, s, next);
}

static void settle(struct engine *e)
{
    const token_t *t = e->token;
    for (int k = 0; k < e->npiece; k++) {
        struct seat *s = e->piece[k].s;
        int n = e->grown[k].n ? e->grown[k].n : e->piece[k].n;
        if (e->grown[k].n)
            settle_tree(e, s, &e->grown[k], t);
        else
            settle_bytes(e, s, t, n);
        t += n;
    }
}

static void empty_tree(struct engine *e)
{
    int32_t b;
    while (has(e, PART_PREFIX) && radix_evict(e->tree, 1, &b))
        block_give(e->w, b);
    radix_delete(e->tree);
}

void serve(const engine_cfg_t *cfg, world_t *w)
{
    struct engine *e = room(1, sizeof *e);
    *e = (struct engine){ .cfg = cfg, .w = w, .kv = { e } };
    e->tree = has(e, PART_PREFIX) ? radix_new(cfg->bs) : NULL;
    e->rows = room((size_t)TREE_NODES * (size_t)cfg->V, sizeof *e->rows);
    e->work = room(2 * (size_t)cfg->V, sizeof *e->work);
    begin_chunks(e);
    for (take_in(e); !e->closed || e->nseat; take_in(e)) {
        plan(e);
        int n = fill(e);
        if (n)
            pass(w, e->token, n);
        settle(e);
        sweep(e);
    }
    cs_delete(e->cs);
    empty_tree(e);
    free(e->rows);
    free(e->work);
    free(e);
}
