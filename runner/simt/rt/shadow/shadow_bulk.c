/*
 * shadow_bulk.c: what bulk copies do to the checks of memory.
 *
 * A copy's global side is checked as accesses of the thread that issued it. Of its shared side the words that it writes
 * are PENDING from the issue until it lands, and those that it reads are READING until it has read them: whoever
 * touches them meanwhile is told. What it has written counts as written by BULK_WARP, which releases the copy's
 * mbarrier: a warp knows of it that has waited for a phase of that mbarrier since, or has met one that has. What
 * threads wrote by ordinary stores it sees only past a fence.proxy.async, of the thread that wrote or of the one that
 * issues.
 */
#include "shadow_shared.h"

/* ---- messages ------------------------------------------------------------------------------------------ */

static void complain(const struct shared_access *x, const char *kind, const char *text, uint32_t other_pc,
                     unsigned other)
{
    unsigned thread = x->warp * SIMT_WARP + x->lane;
    struct error e = { .kind = kind, .pc = x->pc, .other_pc = other_pc, .block = x->w->block,
                       .other_block = other_pc ? x->w->block : ~0ull, .thread = thread,
                       .other_thread = other_pc ? other : ~0u, .address = x->at, .size = 1u << x->s->lg, .count = 1 };

    snprintf(e.text, sizeof e.text, "%s", text);
    error_add(&e);
}

static int said(const struct shared_access *x, const char *kind)
{
    return error_known(kind, x->pc, x->w->block, x->warp * SIMT_WARP + x->lane, 1);
}

/* Why a wait that there was did not help, or "". */
static void early(const struct shared_access *x, const struct bulk *b, char *text, size_t n)
{
    const struct mbarrier *m = b->barrier ? mbarrier_find(x->w->proxy, b->barrier) : NULL;

    if (m && m->early_pc)
        snprintf(text, n, "; a wait for phase %u of that mbarrier passed at once, for it was over or had not begun: "
                 "the copy belongs to phase %u", m->early_phase, m->early_phase ^ 1u);
    else
        *text = 0;
}

int bulk_hazard(const struct shared_access *x, unsigned flags)
{
    struct bulk *b;
    char where[160], why[200], text[512];
    int from = !(flags & PENDING);

    if (from && x->op == REC_READ)
        return 0;
    b = bulk_at(x->w->proxy, x->at & ~(uintptr_t)3, from);
    if (!b)
        return 0;
    b->told = 1;
    if (said(x, "async-hazard"))
        return 1;
    shared_place(x->w, x->at, where, sizeof where);
    if (from) {
        snprintf(text, sizeof text, "writes %s while a bulk copy out of it may still read it: the thread that issued "
                 "the copy has to commit it and cp.async.bulk.wait_group.read, and then to synchronise", where);
    } else {
        early(x, b, why, sizeof why);
        snprintf(text, sizeof text, "%s %s while a bulk copy into it is on its way: wait for the phase of its mbarrier "
                 "first%s", x->op == REC_READ ? "reads" : "writes", where, why);
    }
    complain(x, "async-hazard", text, (uint32_t)b->pc, b->thread);
    return 1;
}

void bulk_race(const struct shared_access *x, int kind, uint32_t entry)
{
    const struct who *q = who_of(x->sh, entry);
    char where[160], text[400];

    if (said(x, "race"))
        return;
    snprintf(text, sizeof text, "%s %s, which a bulk copy has written: this thread has not seen the phase of the "
             "copy's mbarrier end, nor synchronised with one that has", kind ? "writes" : "reads",
             shared_place(x->w, x->at, where, sizeof where));
    complain(x, "race", text, q->pc, x->warp * SIMT_WARP + x->lane);
}

static void unfenced(const struct shared_access *x, const char *who, uint32_t entry, unsigned thread)
{
    char where[160], text[400];

    if (said(x, "async-hazard"))
        return;
    snprintf(text, sizeof text, "%s reads %s, which thread %u wrote by an ordinary store: without "
             "fence.proxy.async after the store, and then a barrier, it may see what was there before",
             who, shared_place(x->w, x->at, where, sizeof where), thread);
    complain(x, "async-hazard", text, this_epoch(x->sh, entry) ? who_of(x->sh, entry)->pc : 0, thread);
}

/* ---- the shared side ----------------------------------------------------------------------------------- */

/* Whether a fence lies between the store that made the entry and this copy; *thread: who stored. */
static int fenced(const struct shared_access *x, uint32_t entry, unsigned *thread)
{
    const struct shadow *sh = x->sh;
    uint32_t number = (entry & ENTRY) >> LANE_BITS;
    unsigned me = x->warp * SIMT_WARP + x->lane, warp;

    if (number < sh->block_from || number >= sh->next)
        return 1;
    warp = sh->warp_of[number];
    *thread = warp * SIMT_WARP + (entry & (SIMT_WARP - 1));
    if (warp >= SIMT_MAX_WARPS || sh->fence_at[*thread] > number)
        return 1;
    if (sh->fence_at[me] <= number)
        return 0;
    if (warp == x->warp || number < sh->fence_epoch[me] || !this_epoch(sh, entry))
        return 1;
    return order_before(&sh->order, warp, who_of(sh, entry)->clock, x->warp);
}

void shared_check_proxy(const struct shared_access *x, size_t i, const char *who)
{
    const struct shadow *sh = x->sh;
    int split = (sh->word.flags[i] & SPLIT) != 0;
    unsigned thread;

    for (unsigned b = 0; b < (split ? 4u : 1u); b++) {
        uint32_t entry = split ? sh->byte.writer[i * 4 + b] : sh->word.writer[i];
        if (!fenced(x, entry, &thread)) {
            unfenced(x, who, entry, thread);
            return;
        }
    }
}

static void mark(struct shadow *sh, size_t i, unsigned flag)
{
    sh->word.flags[i] |= (uint8_t)flag;
    for (unsigned b = 0; sh->word.flags[i] & SPLIT && b < 4; b++)
        sh->byte.flags[i * 4 + b] |= (uint8_t)flag;
}

static void unmark(struct shadow *sh, size_t i, unsigned flag)
{
    sh->word.flags[i] &= (uint8_t)~flag;
    for (unsigned b = 0; sh->word.flags[i] & SPLIT && b < 4; b++)
        sh->byte.flags[i * 4 + b] &= (uint8_t)~flag;
}

struct words { /* of the shared window */
    size_t from, end;
};

static struct words words_of(struct worker *w, const char *at, size_t bytes)
{
    struct shadow *sh = w->shadow;
    size_t lo = (uintptr_t)at - w->shared_lo, hi = lo + bytes;

    if (lo >= w->shared_size || hi > w->shared_size || !bytes)
        return (struct words){ 0, 0 };
    sh->lo = lo < sh->lo ? lo : sh->lo;
    sh->hi = hi > sh->hi ? hi : sh->hi;
    return (struct words){ lo / 4, hi / 4 };
}

static void reads_words(struct shared_access *x, struct words r)
{
    x->op = REC_READ;
    for (size_t i = r.from; i < r.end; i++) {
        x->at = x->w->shared_lo + i * 4;
        shared_check_written(x, i * 4, 4);
        shared_touch_word(x, i);
        shared_check_proxy(x, i, "this bulk copy");
        mark(x->sh, i, READING);
    }
}

static void writes_words(struct shared_access *x, struct words r)
{
    x->op = REC_WRITE;
    for (size_t i = r.from; i < r.end; i++) {
        x->at = x->w->shared_lo + i * 4;
        shared_touch_word(x, i);
        x->sh->word.flags[i] = (uint8_t)((x->sh->word.flags[i] & ~SPLIT) | PENDING);
    }
}

void shared_bulk_read(struct worker *w, struct bulk *b)
{
    struct words r = words_of(w, b->kind == BULK_SHARED ? b->global : b->shared, b->bytes);

    for (size_t i = r.from; i < r.end; i++)
        unmark(w->shadow, i, READING);
}

/* The block into whose shared memory it copies: this one, or another of its cluster, whose lanes wait meanwhile. */
static struct worker *target(struct worker *w, const struct bulk *b)
{
    return (uintptr_t)b->shared - w->shared_lo < w->shared_size ? w : cluster_owner(w, (uintptr_t)b->shared);
}

static __attribute__((cold)) void too_soon(const struct worker *w, struct worker *to, const struct bulk *b,
                                           size_t word, uint32_t pc, const char *does, const char *what)
{
    struct error e = { .kind = "async-hazard", .pc = (uint32_t)b->pc, .other_pc = pc, .block = w->block,
                       .other_block = to->block, .thread = b->thread, .other_thread = ~0u,
                       .address = to->shared_lo + word * 4, .size = 4, .count = 1 };
    char where[160];

    snprintf(e.text, sizeof e.text, "this copy writes %s in the shared memory of block %llu, which %s there %s, and "
             "nothing orders the copy after that: who gives the place back (an arrival at this block's mbarrier, say) "
             "does so too early", shared_place(to, e.address, where, sizeof where),
             (unsigned long long)block_index(to->block), does, what);
    error_add(&e);
}

/* An entry of the other block that this one does not know of. */
static uint32_t not_heard(const struct worker *w, const struct worker *to, uint32_t entry)
{
    const struct shadow *sh = to->shadow;

    if (!entry_known(sh, entry) || who_of(sh, entry)->warp == BULK_WARP ||
        heard_before(w, to->sched->rank, who_of(sh, entry)->tick))
        return 0;
    return who_of(sh, entry)->pc;
}

/* Whether threads of the other block, or a wgmma, may not be done with a word that the copy writes. */
static void check_there(const struct worker *w, struct worker *to, const struct bulk *b, struct words r)
{
    const struct shadow *sh = to->shadow;

    for (size_t i = r.from; simt_config.races && i < r.end; i++) {
        uint32_t mma = mma_reads_still(w, to, i), reader = 0, writer = 0;
        if (!(sh->word.flags[i] & SPLIT)) {
            reader = not_heard(w, to, sh->word.reader[i]);
            writer = not_heard(w, to, sh->word.writer[i]);
        }
        if (!mma && !reader && !writer)
            continue;
        too_soon(w, to, b, i, mma ? mma : reader ? reader : writer, mma ? "a wgmma.mma_async" : "a thread",
                 mma || reader ? "reads" : "writes");
        return;
    }
}

static void pending_there(const struct worker *w, struct worker *to, const struct bulk *b)
{
    struct words r = words_of(to, b->shared, b->bytes);

    check_there(w, to, b, r);
    for (size_t i = r.from; i < r.end; i++)
        to->shadow->word.flags[i] = (uint8_t)((to->shadow->word.flags[i] & ~SPLIT) | PENDING);
}

/* Reductions into one place: those that are still on their way. */
static void still_pending(const struct worker *w, struct worker *to, const struct bulk *b)
{
    for (const struct bulk *f = w->proxy->flying; b->op && f; f = f->next) {
        struct words r = words_of(to, f->shared, f->bytes);
        for (size_t i = r.from; f != b && f->kind != BULK_STORE && f->noted && i < r.end; i++)
            mark(to->shadow, i, PENDING);
    }
}

static void landed(struct worker *w, struct bulk *b)
{
    struct shadow *sh = w->shadow;
    struct op_tally self = { .op = REC_WRITE, .lg = 2 };
    struct words r = words_of(w, b->shared, b->bytes);
    uint32_t number;

    if (sh->epoch != w->epoch)
        shared_epoch(w, sh);
    sh->stamp[BULK_WARP] = ++sh->stamps; /* each copy is a number of its own */
    number = shared_number(sh, BULK_WARP, &self, (uint32_t)b->pc);
    if (b->tensor)
        sh->laid[number % LAID] = (struct laid){ number, (uint32_t)b->pc, b->map.swizzle };
    for (size_t i = r.from; i < r.end; i++) {
        sh->word.writer[i] = number << LANE_BITS;
        sh->word.reader[i] = 0;
        sh->word.flags[i] = INIT_ALL;
    }
    if (b->barrier)
        order_release(&sh->order, BULK_WARP, ORDER_MBARRIER((uintptr_t)b->barrier));
}

void shared_bulk_landed(struct worker *w, struct bulk *b)
{
    if (!b->noted)
        return; /* when it is, the copy has landed: shared_bulk_issued() */
    if (w->shadow->epoch != w->epoch)
        shared_epoch(w, w->shadow);
    if (b->kind != BULK_LOAD)
        shared_bulk_read(w, b);
    if (b->kind != BULK_STORE && target(w, b)) {
        landed(target(w, b), b);
        still_pending(w, target(w, b), b);
    }
}

/* ---- the global side ----------------------------------------------------------------------------------- */

struct side {
    struct worker *w;
    struct warp *p;
    struct alloc *a;
    struct op_tally s;
    struct lane_row row;
};

static void piece_row(void *arg, const struct piece *p)
{
    struct side *g = arg;
    uintptr_t at = p->global;
    unsigned left = p->bytes;

    if (!at)
        return;
    while (left) {
        unsigned lg = ((at | left) & 15) && left < 16 ? (unsigned)__builtin_ctzll((at | left) & 15) : 4, n;
        if (at & ((1u << lg) - 1))
            lg = (unsigned)__builtin_ctzll(at);
        n = left >> lg < SIMT_WARP ? left >> lg : SIMT_WARP;
        g->s.lg = (uint8_t)lg;
        g->row.n = n;
        g->row.start[1] = (uint8_t)n;
        g->row.base[0] = at;
        g->row.step[0] = 1 << lg;
        global_row(g->w, g->p, &g->s, g->a, &g->row);
        at += n << lg;
        left -= n << lg;
    }
}

static void global_side(struct worker *w, struct warp *p, struct bulk *b, unsigned lane)
{
    struct side g = { .w = w, .p = p, .s = { .space = SPACE_GLOBAL } };
    uintptr_t lo = (uintptr_t)b->global, hi;

    if (b->kind == BULK_SHARED || !b->bytes || (!b->tensor && !lo))
        return;
    if (b->tensor && !tensor_extent(&b->map, b->at, b->by, &lo, &hi))
        return;
    g.a = heap_find(lo);
    if (!g.a || g.a->arena)
        return;
    g.s.op = b->kind == BULK_LOAD ? REC_READ : b->op ? REC_RED : REC_WRITE;
    g.row = (struct lane_row){
        .pc = (uint32_t)b->pc, .meta = REC_META(g.s.op, 0), .mask = (simt_mask)1 << lane, .runs = 1
    };
    if (b->tensor)
        tensor_pieces(&b->map, b->at, b->by, piece_row, &g);
    else
        piece_row(&g, &(struct piece){ 0, lo, (unsigned)b->bytes });
}

/* ---- records ------------------------------------------------------------------------------------------- */

void shared_bulk_issued(struct worker *w, struct warp *p, struct bulk *b, unsigned lane)
{
    struct shadow *sh = w->shadow;
    struct op_tally self = { .op = REC_WRITE, .lg = 2 };
    struct shared_access x = { .w = w, .sh = sh, .s = &self, .warp = (unsigned)p->id, .lane = lane,
                               .pc = (uint32_t)b->pc };
    int moves = b->tensor || b->global;

    if (sh->epoch != w->epoch)
        shared_epoch(w, sh);
    b->noted = 1;
    if (b->barrier)
        mbarrier_used(w, x.warp, lane, (uintptr_t)b->barrier, x.pc);
    global_side(w, p, b, lane);
    if (!moves)
        return;
    x.number = shared_number(sh, x.warp, &self, x.pc);
    if (b->kind != BULK_LOAD)
        reads_words(&x, words_of(w, b->kind == BULK_SHARED ? b->global : b->shared, b->bytes));
    if (b->kind != BULK_STORE && target(w, b) == w)
        writes_words(&x, words_of(w, b->shared, b->bytes));
    else if (b->kind != BULK_STORE && target(w, b))
        pending_there(w, target(w, b), b);
    if (b->kind != BULK_STORE && b->step == BULK_LANDED)
        shared_bulk_landed(w, b);
}

void shared_bulk_row(struct worker *w, struct warp *p, const struct lane_row *r)
{
    for (unsigned i = 0; i < r->n; i++) {
        struct bulk *b = (struct bulk *)row_at(r, i);
        if (r->meta & REC_LANDED)
            shared_bulk_read(w, b);
        else
            shared_bulk_issued(w, p, b, row_lane(r, i));
        bulk_unref(w, b);
    }
}
