/*
 * ref.c: the engine with all of its parts. One loop: whoever has come is taken in; somebody says what the pass computes
 * (w35's scheduler, w30b's, or nobody: whole prompts in turn); the pass is one list of tokens, whatever they are for;
 * and what it answered is settled request by request. With two machines the loop goes from event to event instead, and
 * w34's dispatcher says what begins; a pass is filled and settled as before, each machine with a tree of its own.
 *
 * Blocks are promised when a seat is given and taken when a slot is needed, so that the pool can't run dry in the
 * middle of an answer, and a request that forgets holds no more than it remembers.
 */
#include "lab.h"

/* A request's cache on a machine, beside the one that it computes with. */
struct cache {
    kv_t kv;
    radix_node_t *end;
    int shared;
};

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
    struct cache away;       /* on DECODE, until the prompt's cache is there */
    int on, to;              /* where its cache is; DECODE, or -1: not decided */
};

struct kv { struct engine *e; };
struct ds_world { struct engine *e; };

struct piece { struct seat *s; int n; };

/* A machine, its tree and its newest pass. */
struct machine {
    int at, busy;
    int64_t over;
    radix_t *tree;
    struct piece piece[PASS_TOKENS];
    int npiece;
    token_t token[PASS_TOKENS];
    tree_t grown[PASS_TOKENS];
};

struct move { struct seat *s; int64_t when; };

struct engine {
    const engine_cfg_t *cfg;
    world_t *w;
    struct machine machine[MACHINES], *m; /* m: the one that is meant */
    cs_t *cs;
    struct kv kv;
    struct ds_world ds_world;
    ds_t *ds;
    struct move move[CS_REQS]; /* in the order in which they were sent */
    int nmove;
    int closed, count, nseat, fresh; /* numbers given; requests that are here; of them, new to cs_step() */
    struct seat *seat[CS_REQS];      /* by arrival */
    int ndone, done[CS_SEATS];
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
    int32_t b = machine_take(e->w, e->m->at);
    if (b >= 0 || !has(e, PART_PREFIX) || !radix_evict(e->m->tree, 1, &old))
        return b;
    block_give(e->w, old);
    return machine_take(e->w, e->m->at);
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
        radix_count(e->m->tree, &cached, &held);
    for (int k = 0; k < e->nseat; k++)
        if (e->seat[k]->runs)
            n -= most(0, e->seat[k]->need - e->seat[k]->kv.blocks);
    return n + cached - held;
}

/* --- seats ----------------------------------------------------------------------------------------------- */

/* What the tree has of the first n bytes, the last one left out, which has to be computed. */
static int cached(struct engine *e, const struct seat *s, int n, int32_t *blk, radix_node_t **end)
{
    int32_t *tok = room((size_t)n, sizeof *tok);
    for (int k = 0; k < n; k++)
        tok[k] = s->text[k];
    n = has(e, PART_PREFIX) ? radix_match(e->m->tree, tok, n - 1, blk, end) : 0;
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
        radix_drop(e->m->tree, s->end);
    s->end = NULL;
}

/* Blocks of the prompt that the tree has become the first ones of the cache; how many. */
static int find(struct engine *e, struct seat *s)
{
    int hits = cached(e, s, s->known, s->kv.table, &s->end);
    if (has(e, PART_PREFIX))
        radix_hold(e->m->tree, s->end);
    return hits;
}

static void settle_down(struct engine *e, struct seat *s)
{
    s->runs = 1;
    s->shared = s->kv.blocks;
    s->kv.len = s->done = s->shared * e->cfg->bs;
    s->goal = s->known;
}

/* Gives a seat; how many bytes need not be computed, or -1: the pool has no room. */
static int sit(struct engine *e, struct seat *s)
{
    int hits = find(e, s);
    s->need = needs(e, s);
    if (spare(e) < s->need - hits) {
        let_go(e, s);
        return -1;
    }
    s->kv.blocks = hits;
    settle_down(e, s);
    if (has(e, PART_EVICT)) {
        size_t G = (size_t)e->cfg->evict.G, n = (size_t)s->goal;
        s->evict = evict_new(&e->cfg->evict);
        s->map = room(G * most(s->goal, 1) * n + G * (size_t)(e->cfg->ctx + 1), sizeof *s->map);
    }
    if (has(e, PART_TREE) && !has(e, PART_EVICT))
        s->draft = draft_new(e->w);
    return s->done;
}

static void leave(struct engine *e, struct seat *s)
{
    let_go(e, s);
    s->kv.blocks = most(s->kv.blocks, s->shared);
    while (s->kv.blocks > s->shared)
        block_give(e->w, s->kv.table[--s->kv.blocks]);
    s->kv.blocks = s->shared = s->kv.len = 0;
}

/* Takes the seat away: everything goes but the text. */
static void rise(struct engine *e, struct seat *s)
{
    leave(e, s);
    s->done = s->runs = 0;
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
        *s = (struct seat){ .r = r, .num = e->count++, .known = r.n, .kv = kv_empty(e->w), .to = -1 };
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

static void begin_pools(struct engine *e)
{
    const chunk_price_t *p = &e->cfg->price;
    ds_cfg_t c = { .sites = MACHINES, .role = { DS_PREFILL, DS_DECODE }, .room = e->cfg->room,
                   .budget = e->cfg->together, .price = { p->token, p->score, p->weights, p->cached, 0, 0 },
                   .model = e->cfg->model, .msg = e->cfg->msg, .kB = e->cfg->kB, .world = &e->ds_world };
    ds_delete(e->ds);
    e->ds = ds_new(&c);
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
        free(s->away.kv.table);
        free(s);
    }
    e->nseat = n;
    if (n || e->count < CS_REQS / 2) /* ids end at CS_REQS */
        return;
    begin_chunks(e);
    begin_pools(e);
}

/* --- what a pass computes -------------------------------------------------------------------------------- */

static void give(struct engine *e, struct seat *s, int n)
{
    e->m->piece[e->m->npiece++] = (struct piece){ s, n };
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
            e->m->npiece = 0;
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
    int computed = s->runs ? s->done : cached(e, s, s->known, blk, &end) * e->cfg->bs;
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
    for (int k = 0; k < e->nseat && !e->m->npiece; k++) /* the walk ended at one that waits and may drop nobody */
        if (e->seat[k]->runs)
            give(e, e->seat[k], least(e->cfg->budget, e->seat[k]->known - e->seat[k]->done));
}

static void plan(struct engine *e)
{
    e->m->npiece = 0;
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
    for (int k = 0; k < e->m->npiece; k++) {
        struct seat *s = e->m->piece[k].s;
        e->m->grown[k].n = 0;
        if (guesses(s)) {
            n += put_tree(e, s, &e->m->grown[k], e->m->token + n);
            continue;
        }
        reach(e, s, s->kv.len + e->m->piece[k].n);
        for (int j = 0; j < e->m->piece[k].n; j++)
            put_byte(s, s->done + j, e->m->token + n++);
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
    int n = radix_insert(e->m->tree, tok, s->goal, s->kv.table, back, &end);
    radix_hold(e->m->tree, end);
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
    const token_t *t = e->m->token;
    for (int k = 0; k < e->m->npiece; k++) {
        struct seat *s = e->m->piece[k].s;
        int n = e->m->grown[k].n ? e->m->grown[k].n : e->m->piece[k].n;
        if (e->m->grown[k].n)
            settle_tree(e, s, &e->m->grown[k], t);
        else
            settle_bytes(e, s, t, n);
        t += n;
    }
}

static void empty_tree(struct engine *e)
{
    int32_t b;
    while (has(e, PART_PREFIX) && radix_evict(e->m->tree, 1, &b))
        block_give(e->w, b);
    radix_delete(e->m->tree);
}

/* --- two machines ---------------------------------------------------------------------------------------- */

static void go_to(struct engine *e, int machine)
{
    e->m = &e->machine[machine];
}

/* The cache on DECODE in place of the other one. */
static void change(struct seat *s)
{
    struct cache here = { s->kv, s->end, s->shared };
    s->kv = s->away.kv;
    s->end = s->away.end;
    s->shared = s->away.shared;
    s->away = here;
}

int ds_hit(const ds_world_t *w, int id, int at)
{
    struct engine *e = w->e;
    struct machine *m = e->m;
    const struct seat *s = numbered(e, id);
    int32_t *blk = room((size_t)blocks_of(e, e->cfg->ctx) + 1, sizeof *blk);
    radix_node_t *end;
    go_to(e, at);
    int n = cached(e, s, s->r.n, blk, &end) * e->cfg->bs;
    e->m = m;
    free(blk);
    return n;
}

/* Where the request will decode: what is there of its prompt is held from now on. */
static void decide(struct engine *e, struct seat *s)
{
    s->away.kv = kv_empty(e->w);
    s->away.kv.table = room((size_t)needs(e, s) + 2, sizeof *s->away.kv.table);
    go_to(e, DECODE);
    change(s);
    int known = s->known;
    s->known = s->r.n; /* a byte may have been said since */
    s->kv.blocks = s->shared = find(e, s);
    s->known = known;
    s->kv.len = s->shared * e->cfg->bs;
    change(s);
    s->to = DECODE;
}

static int travels(const struct seat *s)
{
    return s->r.n - s->away.kv.len;
}

/* Room there for what comes. */
static void make_room(struct engine *e, struct seat *s)
{
    go_to(e, DECODE);
    change(s);
    reach(e, s, s->r.n);
    change(s);
}

static void sent(struct engine *e, struct seat *s, int64_t when)
{
    e->move[e->nmove++] = (struct move){ s, when };
}

static void act(struct engine *e, const ds_act_t *a)
{
    struct seat *s = numbered(e, a->id);
    if (a->kind == DO_ADMIT) {
        go_to(e, PREFILL);
        s->kv.blocks = find(e, s);
        settle_down(e, s);
    }
    if (a->to < 0)
        return;
    decide(e, s);
    if (a->kind == DO_ADMIT)
        return;
    make_room(e, s);
    wire_put(e->w, &s->kv, &s->away.kv, s->away.kv.len, travels(s), 0, (int)e->cfg->model.layers);
    sent(e, s, wire_send(e->w, door_now(e->w)));
}

/* The caches of all who have a place to go leave layer by layer. */
static void stream_out(struct engine *e, int64_t begin, int64_t over)
{
    const struct machine *m = &e->machine[PREFILL];
    int L = (int)e->cfg->model.layers, last[64], any = 0;
    int64_t ready[64], bytes = 0, when = over;
    for (int k = 0; k < m->npiece; k++)
        if (m->piece[k].s->to >= 0) {
            make_room(e, m->piece[k].s);
            bytes += kv_bytes(&e->cfg->model, travels(m->piece[k].s));
            any = 1;
        }
    for (int l = 0; l < L; l++)
        ready[l] = begin + (l + 1) * (over - begin) / L;
    stream_t st = { L, ready, wire_free(e->w), e->cfg->msg, bytes / L * e->cfg->kB / 1000 };
    int n = any ? kv_stream(&st, last) : 0;
    for (int g = 0, from = 0; g < n; from = last[g++] + 1) {
        for (int k = 0; k < m->npiece; k++) {
            struct seat *s = m->piece[k].s;
            if (s->to >= 0)
                wire_put(e->w, &s->kv, &s->away.kv, s->away.kv.len, travels(s), from, last[g] + 1 - from);
        }
        when = wire_send(e->w, ready[last[g]]);
    }
    for (int k = 0; k < m->npiece; k++)
        if (m->piece[k].s->to >= 0)
            sent(e, m->piece[k].s, when);
}

static void begin_pass(struct engine *e, const ds_pass_t *p)
{
    int64_t now = door_now(e->w);
    go_to(e, p->at);
    e->m->npiece = 0;
    for (int k = 0; k < p->n; k++) {
        struct seat *s = numbered(e, p->id[k]);
        give(e, s, s->known - s->done);
    }
    int n = fill(e);
    if (!n)
        return;
    e->m->busy = 1;
    e->m->over = machine_pass(e->w, p->at, e->m->token, n);
    if (p->at == PREFILL)
        stream_out(e, now, e->m->over);
}

static int tell_passed(struct engine *e, int machine, ds_event_t *ev)
{
    int n = 0;
    go_to(e, machine);
    if (!e->m->busy || e->m->over > door_now(e->w))
        return 0;
    e->m->busy = 0;
    settle(e);
    ev[n++] = (ds_event_t){ .kind = EV_PASSED, .at = machine };
    for (int k = 0; k < e->m->npiece; k++)
        if (e->m->piece[k].s->gone)
            ev[n++] = (ds_event_t){ .kind = EV_DONE, .id = e->m->piece[k].s->num, .at = machine };
    return n;
}

/* The prompt's cache has come: what PREFILL had of it is not needed any more. */
static void arrive(struct engine *e, struct seat *s)
{
    go_to(e, PREFILL);
    leave(e, s);
    go_to(e, DECODE);
    change(s);
    s->on = DECODE;
    s->kv.len = s->r.n;
    if (has(e, PART_PREFIX))
        share(e, s);
    if (has(e, PART_TREE))
        s->draft = draft_new(e->w);
}

static int tell_moved(struct engine *e, ds_event_t *ev)
{
    int n = 0, left = 0;
    for (int k = 0; k < e->nmove; k++) {
        const struct move *m = &e->move[k];
        if (m->s->gone)
            continue;
        if (m->when > door_now(e->w)) {
            e->move[left++] = *m;
            continue;
        }
        arrive(e, m->s);
        ev[n++] = (ds_event_t){ .kind = EV_MOVED, .id = m->s->num, .at = DECODE };
    }
    e->nmove = left;
    return n;
}

static int64_t next_event(const struct engine *e)
{
    int64_t next = INT64_MAX;
    for (int k = 0; k < MACHINES; k++)
        if (e->machine[k].busy && e->machine[k].over < next)
            next = e->machine[k].over;
    for (int k = 0; k < e->nmove; k++)
        next = e->move[k].when < next ? e->move[k].when : next;
    return next;
}

/* Whoever is served leaves both machines. */
static void leave_both(struct engine *e)
{
    for (int k = 0; k < e->nseat; k++) {
        struct seat *s = e->seat[k];
        if (!s->gone)
            continue;
        for (int j = 0; j < 2; j++, change(s)) {
            go_to(e, j ? MACHINES - 1 - s->on : s->on);
            leave(e, s);
        }
    }
}

static void serve_pools(struct engine *e)
{
    static ds_event_t ev[4 * CS_REQS];
    static ds_plan_t p;
    for (take_in(e); !e->closed || e->nseat; take_in(e)) {
        int n = 0;
        for (; e->fresh; e->fresh--) {
            const struct seat *s = e->seat[e->nseat - e->fresh];
            ev[n++] = (ds_event_t){ .kind = EV_COME, .id = s->num, .prompt = s->r.n, .max_new = s->r.want };
        }
        for (int k = 0; k < MACHINES; k++)
            n += tell_passed(e, k, ev + n);
        n += tell_moved(e, ev + n);
        leave_both(e);
        p.nact = p.npass = 0;
        ds_step(e->ds, ev, n, door_now(e->w), &p);
        for (int k = 0; k < p.nact; k++)
            act(e, &p.act[k]);
        for (int k = 0; k < p.npass; k++)
            begin_pass(e, &p.pass[k]);
        sweep(e);
        clock_on(e->w, next_event(e));
    }
}

static void serve_one(struct engine *e)
{
    for (take_in(e); !e->closed || e->nseat; take_in(e)) {
        plan(e);
        int n = fill(e);
        if (n)
            pass(e->w, e->m->token, n);
        settle(e);
        sweep(e);
    }
}

void serve(const engine_cfg_t *cfg, world_t *w)
{
    struct engine *e = room(1, sizeof *e);
    *e = (struct engine){ .cfg = cfg, .w = w, .kv = { e }, .ds_world = { e } };
    for (int k = 0; k < MACHINES; k++) {
        e->machine[k].at = k;
        e->machine[k].tree = has(e, PART_PREFIX) ? radix_new(cfg->bs) : NULL;
    }
    go_to(e, PREFILL);
    e->rows = room((size_t)TREE_NODES * (size_t)cfg->V, sizeof *e->rows);
    e->work = room(2 * (size_t)cfg->V, sizeof *e->work);
    begin_chunks(e);
    begin_pools(e);
    if (has(e, PART_POOLS))
        serve_pools(e);
    else
        serve_one(e);
    cs_delete(e->cs);
    ds_delete(e->ds);
    for (int k = 0; k < MACHINES; k++) {
        go_to(e, k);
        empty_tree(e);
    }
    free(e->rows);
    free(e->work);
    free(e);
}
