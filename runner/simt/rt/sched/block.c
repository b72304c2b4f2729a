/*
 * block.c: a block from its first lane to its last, and what ends it early: no lane can go on, or one has
 * faulted.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bulk.h"
#include "sched.h"

#define ALONE_s .5 /* how much CPU time, and */
enum { ALONE_ROUNDS = 16 }; /* how many rounds, the only block there is may do no more than spin */
/* Of warps whose lanes only spin, before another block is offered the processor. Not more often: a busy machine takes
 * long to give it back, and a deadlock is judged by the processor's time. */
enum { IDLE_TURNS = 1024 };

/* ---- deadlock ------------------------------------------------------------------------------------------ */

struct waiting { /* threads of one state at one place */
    int state, kind, n, tests; /* tests: word is an mbarrier */
    uintptr_t pc, word; /* word: that they poll */
    unsigned first;
};

static int gather(struct worker *w, struct waiting *g, int max)
{
    int n = 0;
    for (int i = 0; i < w->nthreads; i++) {
        struct fiber *f = &w->fiber[i];
        int live = w->warps[i / SIMT_WARP].live >> f->lane & 1, k = 0;
        int state = live ? f->state : LANE_DONE;
        int kind = state == LANE_WARP_OP || state == LANE_NAMED ? f->kind : 0;
        int polls = live && f->polled && (state == LANE_READY || state == LANE_FULL || state == LANE_SPIN);
        uintptr_t pc = polls ? f->poll_pc : live ? f->pc : 0, word = polls ? f->poll_at : 0;
        int tests = live && state == LANE_SPIN && f->mbarrier;
        if (tests) {
            pc = f->pc;
            word = (uintptr_t)f->mbarrier;
        }
        state = polls ? LANE_SPIN : state;
        while (k < n && (g[k].state != state || g[k].pc != pc || g[k].kind != kind || g[k].word != word))
            k++;
        if (k == n) {
            if (n == max)
                continue;
            g[n++] = (struct waiting){ state, kind, 0, tests, pc, word, (unsigned)i };
        }
        g[k].n++;
    }
    return n;
}

static int describe(struct worker *w, char *to, size_t room, const struct waiting *g)
{
    const char *what = "wait";
    char name[300], word[260];
    switch (g->state) {
    case LANE_DONE: what = "have returned"; break;
    case LANE_BARRIER: what = "wait at __syncthreads()"; break;
    case LANE_GRID: what = "wait for the grid"; break;
    case LANE_CLUSTER: what = "wait at the cluster's barrier"; break;
    case LANE_SPIN:
        if (g->tests) {
            mbarrier_describe(w, (const uint64_t *)g->word, word, sizeof word);
            snprintf(name, sizeof name, "wait%s for %s", g->n == 1 ? "s" : "", word);
            what = name;
            break;
        }
        if (g->word)
            stuck_word(w, g->word, word, sizeof word);
        snprintf(name, sizeof name, g->word ? "wait%s for a change of %s" : "spin", g->n == 1 ? "s" : "", word);
        what = name;
        break;
    case LANE_NAMED: snprintf(name, sizeof name, "wait at barrier %d", g->kind); what = name; break;
    case LANE_WARP_OP: snprintf(name, sizeof name, "wait in %s", warp_kind_name(g->kind)); what = name; break;
    }
    return snprintf(to, room, "%d thread%s (thread %u%s) %s", g->n, g->n == 1 ? "" : "s", g->first,
                    g->n == 1 ? "" : " first", what);
}

/* Who waits where in the other blocks of the cluster, as a clause; or "". */
static const char *coop_others(const struct worker *w)
{
    static char text[400];
    const struct cluster *c = w->sched->cluster;
    size_t at = 0;
    *text = 0;
    for (unsigned r = 0; c && r < c->n && at < sizeof text; r++) {
        struct waiting g[4];
        int n = c->w[r] == w || c->ended >> r & 1 || !(c->begun >> r & 1) ? 0 : gather(c->w[r], g, 4);
        for (int k = 0; k < n && at < sizeof text; k++) {
            at += (size_t)snprintf(text + at, sizeof text - at, k ? ", " : "; of block %llu of its cluster ",
                                   (unsigned long long)block_index(c->w[r]->block));
            at += at < sizeof text ? (size_t)describe(c->w[r], text + at, sizeof text - at, &g[k]) : 0;
        }
    }
    return text;
}

/* `why`: a clause after who waits where, or "". */
static void deadlock(struct worker *w, const char *why)
{
    struct waiting g[8];
    int n = gather(w, g, 8), main_one = -1, other = -1;
    for (int i = 0; i < w->nwarps; i++)
        warp_mismatch(w, &w->warps[i]);
    char text[480] = "";
    size_t at = 0;
    for (int k = 0; k < n && at < sizeof text; k++) {
        at += (size_t)snprintf(text + at, sizeof text - at, "%s", k ? "; " : "");
        at += at < sizeof text ? (size_t)describe(w, text + at, sizeof text - at, &g[k]) : 0;
        if (g[k].state == LANE_DONE)
            continue;
        if (main_one < 0)
            main_one = k;
        else if (other < 0)
            other = k;
    }
    if (main_one >= 0) {
        simt_hot.cur = &w->fiber[g[main_one].first];
        simt_lane.lane = simt_hot.cur->lane;
        w->w = &w->warps[g[main_one].first / SIMT_WARP];
    }
    pair_error("deadlock", main_one >= 0 ? g[main_one].pc : 0, other >= 0 ? g[other].pc : 0,
               other >= 0 ? g[other].first : ~0u, "No thread of the block can go on: %s%s.", text, why);
    to_host(w);
    w->failed = 719;
}

void block_stuck(struct worker *w)
{
    uint64_t begun = launch_begun(), n = simt_current.blocks;
    char why[300] = "; no thread that runs will change the word";

    if (begun < n)
        snprintf(why, sizeof why, "; no thread that runs will change the word, and a block must not wait for those "
                                  "that have not begun (%llu here): that all run at once is promised for a "
                                  "cooperative launch alone",
                 (unsigned long long)(n - begun));
    deadlock(w, why);
    simt_stop = w->failed; /* the others wait for as little */
}

/* ---- one block ----------------------------------------------------------------------------------------- */

static int fibers_fit(struct worker *w, unsigned n)
{
    struct sched *s = w->sched;
    if (n <= s->fibers)
        return 0;
    free(w->fiber);
    w->fiber = aligned_alloc(64, (n + 2) * sizeof *w->fiber); /* prefetch() looks ahead */
    s->fibers = w->fiber ? n : 0;
    s->shape = (struct simt_dim3){ 0, 0, 0 };
    return w->fiber ? 0 : -1;
}

int worker_shape(struct worker *w, const struct launch *l)
{
    struct sched *s = w->sched;
    struct simt_dim3 b = l->in.block;
    unsigned n = b.x * b.y * b.z;
    w->nthreads = (int)n;
    w->nwarps = (int)((n + SIMT_WARP - 1) / SIMT_WARP);
    size_t guard = launch_seated() ? GUARD_COOP : GUARD;
    if (fibers_fit(w, (unsigned)w->nwarps * SIMT_WARP) || stacks_fit(w, n, guard))
        return -1;
    if (s->shape.x == b.x && s->shape.y == b.y && s->shape.z == b.z)
        return 0;
    memset(w->fiber, 0, (s->fibers + 2) * sizeof *w->fiber);
    struct fiber *f = w->fiber;
    for (unsigned i = 0; i < n; i++, f++) {
        f->tid = (struct simt_dim3){ i % b.x, i / b.x % b.y, i / b.x / b.y };
        f->index = (uint16_t)i;
        f->lane = (uint8_t)(i % SIMT_WARP);
    }
    s->shape = b;
    return 0;
}

static void begin_warps(struct worker *w)
{
    for (int i = 0; i < w->nwarps; i++) {
        struct warp *p = &w->warps[i];
        p->id = i;
        p->lanes = w->fiber + i * SIMT_WARP;
        p->exist = p->live = p->ready = p->fresh = mask_below((unsigned)(w->nthreads - i * SIMT_WARP));
        p->full = p->spin = p->quiet = 0;
        p->ngroups = 0;
        p->epoch = 1;
    }
}

static void begin_block(struct worker *w, uint64_t block)
{
    struct sched *s = w->sched;
    const struct simt_launch *in = &simt_current.in;
    simt_lane.bdim = in->block;
    simt_lane.gdim = in->grid;
    simt_lane.block_count++;
    uint64_t index = block_index(block), row = index / in->grid.x;
    simt_lane.bid = (struct simt_dim3){ (unsigned)(index % in->grid.x), (unsigned)(row % in->grid.y),
                                        (unsigned)(row / in->grid.y) };
    w->block = block;
    w->epoch = 1;
    w->grid_epoch = 0;
    w->ndone = w->nbarrier = w->failed = 0;
    s->ngrid = s->error = 0;
    s->ncluster = 0;
    s->alone = 0;
    s->stuck = (struct stuck){ .look = simt_look, .block = block };
    s->clock = 1000;
    s->clock_step = 0;
    s->calling = 0;
    s->named_full = 0;
    if (s->named_used)
        memset(s->named, 0, sizeof s->named);
    s->named_used = 0;
    if (s->alone_used)
        memset(s->alone_came, 0, sizeof s->alone_came);
    s->alone_used = 0;
    shared_poison(w);
    if (s->wgmma)
        wgmma_block_begin(w);
    begin_warps(w);
    w->w = w->warps;
    proxy_begin(w);
    w->tracing = trace_hooked && simt_config.trace;
    if (w->tracing) {
        s->slow = 1;
        for (int i = 0; i < w->nthreads; i++) {
            struct fiber *f = &w->fiber[i];
            f->state = LANE_NEW;
            f->nlog = 0;
            f->depth = 0;
            f->polled = 0;
        }
        trace_block_begin(w);
    } else {
        s->slow = simt_config.seed || trace_hooked;
        trace_nothing();
    }
}

/* Once round the warps. Whether any lane has done more than spin. */
static int round_of_warps(struct worker *w)
{
    lanes_moved = 0;
    int first = simt_config.seed ? (int)(worker_random(w) % (unsigned)w->nwarps) : 0;
    for (int i = 0; i < w->nwarps && !w->failed; i++) {
        struct warp *p = &w->warps[(i + first) % w->nwarps];
        if (p->live)
            run_warp(w, p);
        if (w->sched->named_full && !w->failed)
            named_complete(w);
    }
    return lanes_moved;
}

static int spinning(const struct worker *w)
{
    for (int i = 0; i < w->nwarps; i++)
        if (w->warps[i].spin)
            return 1;
    return 0;
}

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Blocks come one at a time in descending order: nobody else runs. Waits that count polls or cycles end before this. */
static int waits_for_unstarted(const struct worker *w)
{
    struct sched *s = w->sched;
    if (!simt_config.descending || s->seat || w->block + 1 == simt_current.blocks)
        return 0;
    if (!s->alone++)
        s->alone_since = cpu_now();
    return s->alone % ALONE_ROUNDS == 0 && cpu_now() - s->alone_since > ALONE_s;
}

/* No lane can do more than spin. */
static void block_waits(struct worker *w, unsigned *idle)
{
    struct sched *s = w->sched;
    int live = w->nthreads - w->ndone, spin = spinning(w);
    if (s->ncluster)
        cluster_try(s->cluster);
    if (cluster_moved(w) || (s->named_used && named_try(w)) || proxy_land(w))
        return;
    if (s->seat && (s->ngrid == live || spin || s->ncluster)) {
        switch (coop_wait(w)) {
        case COOP_COMPLETE: grid_complete(w); break;
        case COOP_NEVER: deadlock(w, coop_others(w)); break;
        case COOP_GIVE_UP: w->failed = -1; break; /* another block's failure is the launch's */
        }
    } else if (!spin || (w->proxy && proxy_stuck(w))) {
        if (s->named_used && named_parts(w))
            w->failed = 719;
        else
            deadlock(w, "");
    } else if (waits_for_unstarted(w)) {
        deadlock(w, "; the change has to come from a block that has not started: blocks start in any order, here "
                    "from the last to the first");
        simt_stop = w->failed; /* those after it wait as long for as little */
    } else if ((*idle += (unsigned)w->nwarps) >= IDLE_TURNS) {
        *idle = 0;
        sched_yield();
    }
}

static void block_failed(struct worker *w)
{
    if (w->tracing)
        trace_merge(w, w->w, 1);
    for (int i = 0; i < w->nthreads; i++)
        if (w->fiber[i].async)
            async_drop(&w->fiber[i]);
    stacks_reset(w);
}

/* A lane that only spins seems to move where its log is emptied, and with a seed at any record: now and then the other
 * blocks run all the same, for one of them may be waited for. */
static int turn_over(struct worker *w)
{
    unsigned turn = simt_config.seed ? 64 : 4;
    return w->sched->seat && ++w->sched->rounds % turn == 0 && spinning(w);
}

void run_block(struct worker *w, uint64_t block)
{
    unsigned idle = 0;
    begin_block(w, block);
    for (;;) {
        if (cluster_moved(w))
            cluster_release(w);
        int ran = round_of_warps(w);
        if (ran)
            w->sched->alone = 0;
        if (w->proxy)
            proxy_round(w, ran);
        if (w->failed || w->ndone == w->nthreads)
            break;
        if (w->nbarrier && w->nbarrier == w->nthreads - w->ndone) {
            barrier_complete(w);
            idle = 0;
        } else if (!ran || turn_over(w)) {
            block_waits(w, &idle);
            if (w->failed)
                break;
        }
    }
    if (w->sched->wgmma && !w->failed)
        wgmma_block_end(w);
    if (w->sched->registers.launched)
        registers_block_end(w);
    if (w->failed)
        block_failed(w);
    else if (w->sched->error)
        w->failed = w->sched->error;
    proxy_end(w);
    if (w->tracing)
        trace_block_end(w);
}

/* ---- faults -------------------------------------------------------------------------------------------- */

/* Whether the lane's last record is of this access: what is wrong with it is found when the log is merged. Of a move
 * that faults by its alignment no address is known, so the record's own has to be wrong. */
static int logged(struct worker *w, const struct fault *t)
{
    const struct record *last;

    if (!w->tracing)
        return 0;
    trace_lane_leave(w, simt_hot.cur);
    if (!trace_last_pc(w, simt_hot.cur))
        return 0;
    last = &simt_hot.next[-1];
    return t->address == NO_ADDRESS ? REC_LG(last->meta) >= 4 && last->at & 15 : t->address - last->at < 16;
}

/* vmovaps, vmovapd, vmovdqa: they fault where an address is no multiple of their size, and the processor tells none. */
static int is_aligned_move(const uint8_t *at)
{
    unsigned n = at[0] == 0xc5 ? 1 : at[0] == 0xc4 && (at[1] & 31) == 1 ? 2 : 0, pp = at[n] & 3, op = at[n + 1];
    return n && ((pp < 2 && (op == 0x28 || op == 0x29)) || (pp == 1 && (op == 0x6f || op == 0x7f)));
}

static void memory_fault(struct worker *w, const struct fault *t)
{
    if (t->address != NO_ADDRESS && heap_find(t->address)) {
        lane_error("illegal-address", t->pc + 1,
                   "The kernel writes memory that cuMemSetAccess opened for reads alone.");
        return;
    }
    if (t->address == NO_ADDRESS && is_aligned_move((const uint8_t *)t->pc)) {
        if (!logged(w, t))
            lane_error("misaligned", t->pc + 1,
                       "The kernel moves 16 bytes or more at an address that is not a multiple of their size.");
        return;
    }
    if (logged(w, t) && (t->address < 65536 || t->address - simt_heap_lo < simt_heap_hi - simt_heap_lo))
        return;
    if (t->address == NO_ADDRESS)
        lane_error("illegal-address", t->pc + 1, "The kernel accesses an address that no memory can have.");
    else if (t->address < 65536)
        lane_error("null", t->pc + 1, "The kernel accesses address 0x%lx, which is a null "
                                      "pointer.", (unsigned long)t->address);
    else if (t->address - (uintptr_t)w->sched->region < w->sched->region_size)
        lane_error("local-array", t->pc + 1, "The kernel runs far past a local array of the thread.");
    else
        lane_error("illegal-address", t->pc + 1, "The kernel accesses address 0x%lx, where nothing is allocated.",
                   (unsigned long)t->address);
}

static void too_long(struct worker *w, const struct fault *t)
{
    uintptr_t last = w->tracing ? trace_last_pc(w, simt_hot.cur) : 0;
    lane_error("timeout", last ? last : t->pc + 1,
               "The kernel still runs after %g s of a processor: there is an endless loop, or too much work "
               "for the time limit%s", simt_config.timeout, time_limit_why());
}

void fault_landing(void)
{
    struct worker *w = simt_worker;
    struct fault t = w->sched->fault;
    int error = 719;
    simt_self();
    switch (t.kind) {
    case FAULT_MEMORY:
        if (t.address < t.sp && stack_of(w->sched, t.address) != ~(size_t)0) {
            overflow(w, t.pc + 1);
            break;
        }
        error = 700;
        memory_fault(w, &t);
        break;
    case FAULT_ARITHMETIC:
        lane_error("trap", t.pc + 1, "The kernel divides an integer by zero (the device goes on with an undefined "
                                     "value).");
        break;
    case FAULT_INSTRUCTION:
        lane_error("trap", t.pc + 1, "The thread came to code that must not be reached.");
        break;
    default:
        error = simt_stop; /* that of other blocks, where the launch is given up for theirs */
        if (error == 702)
            too_long(w, &t);
    }
    give_up(w, error);
}
