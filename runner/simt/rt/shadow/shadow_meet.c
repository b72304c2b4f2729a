/*
 * shadow_meet.c: who comes to a barrier object before it is one, and named barriers that serve two groups at once.
 *
 * An mbarrier is a word that one thread writes: others may use it once they know that it was initialised. Threads that
 * meet at a named barrier are counted and not told apart: where warps come to an id at which others have met before,
 * with nothing between that orders the two, they may be counted together, whatever happened here.
 */
#include <stdlib.h>
#include <string.h>

#include "shadow_shared.h"

/* ---- mbarriers ----------------------------------------------------------------------------------------- */

static struct begun *find(struct shadow *sh, uint64_t at, int make)
{
    unsigned i = (unsigned)(at / 8 % BARRIERS);

    while (sh->begun[i].at && sh->begun[i].at != at)
        i = (i + 1) % BARRIERS;
    if (sh->begun[i].at)
        return &sh->begun[i];
    if (!make || sh->nbegun == BARRIERS - 1)
        return NULL;
    sh->nbegun++;
    return &sh->begun[i];
}

void mbarriers_forget(struct shadow *sh)
{
    if (sh->nbegun)
        memset(sh->begun, 0, sizeof sh->begun);
    sh->nbegun = 0;
}

void mbarrier_begun(struct shadow *sh, unsigned warp, unsigned lane, uint64_t at, uint32_t pc)
{
    struct begun *b = find(sh, at, 1);
    struct op_tally self = { .op = REC_WRITE, .lg = 3 };

    if (b)
        *b = (struct begun){ .at = at, .tick = heard_tick(sh->of), .number = shared_number(sh, warp, &self, pc),
                             .thread = (uint16_t)(warp * SIMT_WARP + lane) };
}

/* Whether the thread knows of the initialisation by another thread of its block. */
static int knows(const struct shadow *sh, const struct begun *b, unsigned warp, unsigned lane)
{
    const struct who *q;

    if (b->thread == warp * SIMT_WARP + lane || b->number < sh->epoch_from)
        return 1;
    if (b->thread / SIMT_WARP == warp)
        return b->number < sh->warp_from[warp];
    q = who_of(sh, b->number << LANE_BITS);
    return order_before(&sh->order, q->warp, q->clock, warp);
}

void mbarrier_used(struct worker *w, unsigned warp, unsigned lane, uint64_t at, uint32_t pc)
{
    struct worker *of = at - w->shared_lo < w->shared_size ? w : cluster_owner(w, at);
    struct begun *b = of && of->shadow && of->shadow->nbegun ? find(of->shadow, at, 0) : NULL;
    unsigned thread = warp * SIMT_WARP + lane;
    struct error e = { .kind = "race", .pc = pc, .block = w->block, .thread = thread, .address = at, .size = 8,
                       .count = 1 };
    char where[160];

    if (!b || !simt_config.races ||
        (of == w ? knows(w->shadow, b, warp, lane) : heard_before(w, of->sched->rank, b->tick)))
        return;
    if (error_known("race", pc, w->block, thread, 1))
        return;
    e.other_pc = of->shadow->who[0].pc;
    if (b->number >= of->shadow->who_from)
        e.other_pc = who_of(of->shadow, b->number << LANE_BITS)->pc;
    e.other_block = of->block;
    e.other_thread = b->thread;
    snprintf(e.text, sizeof e.text, "Thread %u uses the mbarrier %s, which thread %u%s initialises, and nothing orders "
             "the two: %s has to come between.", thread, shared_place(of, at, where, sizeof where), b->thread,
             of == w ? "" : " of another block",
             of == w ? "__syncthreads()" : "fence.mbarrier_init, and then a barrier of the cluster,");
    error_add(&e);
}

/* ---- named barriers ------------------------------------------------------------------------------------ */

struct met {
    uint64_t members, last;   /* warps: of the meeting that goes on, and of the one before */
    unsigned come;            /* threads */
    uint32_t pc;              /* of the meeting before */
    uint32_t clock[SIMT_MAX_WARPS], clock_last[SIMT_MAX_WARPS]; /* after the arrival of each member */
};

void meetings_forget(struct shadow *sh)
{
    memset(sh->met, 0, NAMED_BARRIERS * sizeof *sh->met);
}

/* A warp that met there before and of whose arrival this one does not know; or -1. */
static int stranger(const struct shadow *sh, const struct met *m, unsigned warp)
{
    if (m->last >> warp & 1)
        return -1;
    for (unsigned i = 0; i < SIMT_MAX_WARPS; i++)
        if (m->last >> i & 1 && !order_before(&sh->order, i, m->clock_last[i], warp))
            return (int)i;
    return -1;
}

void named_come(struct worker *w, unsigned warp, unsigned lane, unsigned id, unsigned warps, uint32_t pc)
{
    struct shadow *sh = w->shadow;
    struct met *m;
    int other;

    if (!sh->met && !(sh->met = calloc(NAMED_BARRIERS, sizeof *sh->met)))
        abort();
    m = &sh->met[id];
    if (m->come >= warps * SIMT_WARP) {
        m->last = m->members;
        memcpy(m->clock_last, m->clock, sizeof m->clock);
        m->members = m->come = 0;
    }
    m->come++;
    if (m->members >> warp & 1)
        return;
    m->members |= 1ull << warp;
    other = stranger(sh, m, warp);
    if (other < 0 || !simt_config.races) {
        m->pc = pc;
        return;
    }
    struct error e = { .kind = "divergent-barrier", .pc = pc, .other_pc = m->pc, .block = w->block,
                       .other_block = w->block, .thread = warp * SIMT_WARP + lane,
                       .other_thread = (unsigned)other * SIMT_WARP, .count = 1 };
    snprintf(e.text, sizeof e.text, "Warp %u comes to barrier %u, at which warp %d has met others without this warp, "
             "and nothing orders the two meetings: on a GPU they may be counted together. Give each group of warps an "
             "id of its own.", warp, id, other);
    error_add(&e);
}

void named_came(struct shadow *sh, unsigned warp, unsigned id)
{
    sh->met[id].clock[warp] = sh->order.clock[warp];
}
