/*
 * warp.c: the collectives of a warp. Lanes that name the same operation and mask form a group; the last one
 * to come does the work for all and goes on, the others are ready again. Lanes that have ended count as come.
 */
#include <string.h>

#include "runner/simt/rt/shadow/shadow.h"
#include "sched.h"

const char *warp_kind_name(int kind)
{
    static const char *const name[] = {
        "__shfl_sync()", "__shfl_up_sync()", "__shfl_down_sync()", "__shfl_xor_sync()", "__ballot_sync()",
        "__all_sync()", "__any_sync()", "__syncwarp()", "__match_any_sync()", "__match_all_sync()",
        "__activemask()", "__reduce_add_sync()", "__reduce_min_sync()", "__reduce_max_sync()",
        "__reduce_min_sync()", "__reduce_max_sync()", "__reduce_and_sync()", "__reduce_or_sync()",
        "__reduce_xor_sync()", "a matrix operation of the warp",
    };
    return (unsigned)kind < sizeof name / sizeof *name ? name[kind] : "a collective";
}

/* ---- what each does for the lanes of `mask`, in `b` ---------------------------------------------------- */

static int shuffle_source(int kind, int lane, int arg, int width)
{
    int segment = lane & ~(width - 1), end = segment + width, from;
    arg &= SIMT_WARP - 1; /* the instruction looks at no more of it */
    switch (kind) {
    case SIMT_SHFL: return segment + (arg & (width - 1));
    case SIMT_SHFL_UP: from = lane - arg; return from < segment ? lane : from;
    case SIMT_SHFL_DOWN: from = lane + arg; return from >= end ? lane : from;
    default: from = lane ^ arg; return from >= end ? lane : from;
    }
}

static void shuffle(struct fiber *b, simt_mask mask, int kind)
{
    for (simt_mask m = mask; m; m &= m - 1) {
        int lane = (int)mask_first(m);
        struct fiber *f = &b[lane];
        int from = shuffle_source(kind, lane, (int)(uint32_t)f->v[1], (int)(f->v[1] >> 32));
        int there = mask >> from & 1, steps = kind == SIMT_SHFL_UP || kind == SIMT_SHFL_DOWN;
        /* Undefined on the device. A reduction of the mask's lanes steps past their end, and uses none of what it gets
         * there: that is no mistake. Whoever uses it has no number. */
        f->result = there ? b[from].v[0] : ~0ull;
        f->bad = !there && !(steps && !(f->mask >> from & 1));
    }
}

static void vote(struct fiber *b, simt_mask mask, int kind)
{
    simt_mask yes = 0;
    for (simt_mask m = mask; m; m &= m - 1)
        yes |= b[mask_first(m)].v[0] ? m & -m : 0;
    uint64_t r = kind == SIMT_BALLOT ? yes : kind == SIMT_ALL ? yes == mask : yes != 0;
    for (simt_mask m = mask; m; m &= m - 1)
        b[mask_first(m)].result = r;
}

static void match(struct fiber *b, simt_mask mask, int kind)
{
    simt_mask first = 0;
    for (simt_mask todo = mask; todo;) {
        uint64_t v = b[mask_first(todo)].v[0];
        simt_mask same = 0;
        for (simt_mask m = todo; m; m &= m - 1)
            same |= b[mask_first(m)].v[0] == v ? m & -m : 0;
        for (simt_mask m = same; m; m &= m - 1)
            b[mask_first(m)].result = same;
        first = first ? first : same;
        todo &= ~same;
    }
    if (kind == SIMT_MATCH_ALL)
        for (simt_mask m = mask; m; m &= m - 1)
            b[mask_first(m)].result = first == mask ? mask : 0;
}

static uint32_t combine(int kind, uint32_t a, uint32_t b)
{
    switch (kind) {
    case SIMT_RED_ADD: return a + b;
    case SIMT_RED_MIN_S: return (int32_t)b < (int32_t)a ? b : a;
    case SIMT_RED_MAX_S: return (int32_t)b > (int32_t)a ? b : a;
    case SIMT_RED_MIN_U: return b < a ? b : a;
    case SIMT_RED_MAX_U: return b > a ? b : a;
    case SIMT_RED_AND: return a & b;
    case SIMT_RED_OR: return a | b;
    default: return a ^ b;
    }
}

static void reduce(struct fiber *b, simt_mask mask, int kind)
{
    uint32_t r = (uint32_t)b[mask_first(mask)].v[0];
    for (simt_mask m = mask & (mask - 1); m; m &= m - 1)
        r = combine(kind, r, (uint32_t)b[mask_first(m)].v[0]);
    for (simt_mask m = mask; m; m &= m - 1)
        b[mask_first(m)].result = r;
}

static void call(struct fiber *b, simt_mask mask)
{
    void *arg[SIMT_WARP];
    for (int lane = 0; lane < SIMT_WARP; lane++)
        arg[lane] = mask >> lane & 1 ? (void *)b[lane].v[0] : NULL;
    ((simt_warp_call)b[mask_first(mask)].v[1])(arg, mask);
}

static void complete(struct worker *w, struct fiber *b, simt_mask mask, int kind)
{
    switch (kind) {
    case SIMT_SHFL: case SIMT_SHFL_UP: case SIMT_SHFL_DOWN: case SIMT_SHFL_XOR:
        w->n_shuffle++;
        shuffle(b, mask, kind);
        break;
    case SIMT_BALLOT: case SIMT_ALL: case SIMT_ANY:
        w->n_vote++;
        vote(b, mask, kind);
        break;
    case SIMT_MATCH_ANY: case SIMT_MATCH_ALL:
        w->n_vote++;
        match(b, mask, kind);
        break;
    case SIMT_SYNCWARP: break;
    case SIMT_WARP_CALL:
        w->sched->calling = 1;
        call(b, mask);
        w->sched->calling = 0;
        break;
    default: reduce(b, mask, kind);
    }
}

/* ---- coming together ----------------------------------------------------------------------------------- */

/* The group that a lane joins: the same operation and mask, not yet joined by it in this round. */
static struct group *group_of(struct warp *p, int kind, simt_mask mask, simt_mask bit, uintptr_t pc)
{
    struct group *g = p->group, *end = g + p->ngroups;
    while (g < end && !(g->kind == kind && g->mask == mask && !(g->here & bit)))
        g++;
    if (g == end) {
        *g = (struct group){ .kind = (uint8_t)kind, .mask = mask, .pc = pc };
        p->ngroups++;
    }
    return g;
}

/* Matrix operations and setmaxnreg have .aligned: all lanes of the warp execute them, at one place. Whether two places
 * are one line, of which the compiler made two copies, is seen when the report is made. */
static void aligned(const struct worker *w, const struct warp *p, const struct group *g, simt_mask need)
{
    simt_mask gone = p->exist & g->mask & ~need;
    int registers = (simt_warp_call)p->lanes[mask_first(need)].v[1] == registers_meet;
    const char *what = registers ? "setmaxnreg" : "a matrix operation";
    unsigned first = (unsigned)p->id * SIMT_WARP + mask_first(need);
    struct error e = { .kind = "aligned", .pc = g->pc, .block = w->block, .other_block = ~0ull, .thread = first,
                       .other_thread = ~0u, .count = mask_count(need) };

    if (error_known("aligned", g->pc, w->block, first, e.count))
        return;
    if (gone) {
        snprintf(e.text, sizeof e.text, "Lanes 0x%llx of the warp have ended without %s, which has .aligned: all lanes "
                 "of a warp have to execute it.", (unsigned long long)gone, what);
    } else {
        e.other_pc = g->other_pc;
        e.other_block = w->block;
        e.other_thread = g->other;
        snprintf(e.text, sizeof e.text, "Lanes of one warp come to %s at two places of the code: it has .aligned, so "
                 "that all lanes have to execute the same one together.", what);
    }
    error_add(&e);
}

static void finish(struct worker *w, struct warp *p, struct group *g, simt_mask need)
{
    int kind = g->kind;
    struct fiber *b = p->lanes;
    if (__builtin_expect(kind == SIMT_WARP_CALL && need && (g->other_pc || p->exist & g->mask & ~need), 0))
        aligned(w, p, g, need);
    *g = p->group[--p->ngroups];
    complete(w, b, need, kind);
    p->ready |= need;
}

static uint64_t activemask(struct fiber *f, uintptr_t pc)
{
    f->pc = pc;
    f->kind = SIMT_ACTIVEMASK;
    simt_yield(LANE_QUIESCE);
    return f->result;
}

/* The mask where it leaves out lanes that are there; else 0. */
static uintptr_t part_of(const struct warp *p, simt_mask mask, int kind)
{
    return SIMT_WARP > 32 || kind == SIMT_ACTIVEMASK || !(p->live & ~mask) ? 0 : (uintptr_t)mask;
}

uint64_t simt_warp_op(int kind, simt_mask mask, uint64_t v0, uint64_t v1, uintptr_t pc)
{
    struct fiber *f = simt_self();
    if (!f)
        return v0;
    struct worker *w = simt_worker;
    struct warp *p = w->w;
    if (w->tracing)
        trace_sync_at(kind, part_of(p, mask, kind), pc);
    if (kind == SIMT_ACTIVEMASK)
        return activemask(f, pc);
    simt_mask bit = LANE_BIT(f->lane);
    if (__builtin_expect(!(mask & bit), 0)) {
        lane_error("warp-mask", pc, "Lane %u calls %s with mask 0x%llx, which does not name that lane.", f->lane,
                   warp_kind_name(kind), (unsigned long long)mask);
        return v0;
    }
    f->kind = (uint8_t)kind;
    f->mask = mask;
    f->pc = pc;
    f->v[0] = v0;
    f->v[1] = v1;
    f->bad = 0;
    struct group *g = group_of(p, kind, mask, bit, pc);
    g->here |= bit;
    if (__builtin_expect(g->pc != pc, 0) && !g->other_pc) {
        g->other_pc = pc;
        g->other = f->index;
    }
    simt_mask need = mask & p->live;
    if (g->here == need)
        finish(w, p, g, need);
    else
        simt_yield(LANE_WARP_OP);
    if (__builtin_expect(f->bad != 0, 0)) {
        f->bad = 0;
        lane_error("shuffle-inactive", pc, "%s reads a lane that is not in mask 0x%llx or has ended: the value is "
                                           "undefined.", warp_kind_name(kind), (unsigned long long)mask);
    }
    return f->result;
}

/* Nothing else in the warp can run: lanes that stand at the same __activemask() are converged. */
int warp_quiesce(struct warp *p)
{
    struct fiber *b = p->lanes;
    uintptr_t pc = UINTPTR_MAX;
    simt_mask here = 0;
    for (simt_mask m = p->quiet; m; m &= m - 1) {
        uintptr_t at = b[mask_first(m)].pc;
        if (at < pc) {
            pc = at;
            here = 0;
        }
        here |= at == pc ? m & -m : 0;
    }
    for (simt_mask m = here; m; m &= m - 1) {
        b[mask_first(m)].result = here;
        lane_ready(p, &b[mask_first(m)]);
    }
    p->quiet &= ~here;
    return 1;
}

/* A collective whose missing lanes have ended since. */
int warp_exited(struct worker *w, struct warp *p)
{
    for (int k = 0; k < p->ngroups; k++) {
        simt_mask need = p->group[k].mask & p->live;
        if (p->group[k].here == need) {
            finish(w, p, &p->group[k], need);
            return 1;
        }
    }
    return 0;
}

void warp_mismatch(struct worker *w, struct warp *p)
{
    for (int k = 0; k < p->ngroups; k++)
        for (int j = k + 1; j < p->ngroups; j++) {
            const struct group *a = &p->group[k], *b = &p->group[j];
            if (!(a->mask & b->here) || !(b->mask & a->here))
                continue;
            struct error e = { .kind = "warp-mismatch", .pc = a->pc, .other_pc = b->pc, .block = w->block,
                               .other_block = w->block, .count = mask_count(a->here | b->here),
                               .thread = (unsigned)p->id * SIMT_WARP + mask_first(a->here),
                               .other_thread = (unsigned)p->id * SIMT_WARP + mask_first(b->here) };
            snprintf(e.text, sizeof e.text, "Lanes of one warp wait for each other: in %s with mask 0x%llx and in %s "
                                            "with mask 0x%llx.", warp_kind_name(a->kind), (unsigned long long)a->mask,
                     warp_kind_name(b->kind), (unsigned long long)b->mask);
            error_add(&e);
        }
}
