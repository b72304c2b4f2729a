/*
 * cluster.c: thread-block clusters: which blocks are one, their barrier, and where the others' shared memory lies.
 *
 * The blocks of a cluster run in turns, each on a host thread of its own (coop.c). So a variable of another block is
 * an address in that thread's thread-local memory, at the same offset.
 */
#include <stdlib.h>
#include <string.h>

#include "runner/simt/rt/shadow/shadow.h"
#include "sched.h"

enum { LAUNCH_FAILURE = 719 };

/* ---- places -------------------------------------------------------------------------------------------- */

uint64_t cluster_block_index(uint64_t n)
{
    struct simt_dim3 c = simt_current.in.cluster, g = simt_current.in.grid;
    uint64_t id = n / simt_current.cluster, rank = n % simt_current.cluster, across = g.x / c.x, down = g.y / c.y;
    uint64_t x = id % across * c.x + rank % c.x, y = id / across % down * c.y + rank / c.x % c.y;
    uint64_t z = id / (across * down) * c.z + rank / ((uint64_t)c.x * c.y);
    return x + g.x * (y + g.y * z);
}

void simt_cluster_here(struct simt_cluster *ret)
{
    struct simt_dim3 c = simt_current.in.cluster, g = simt_lane.gdim, b = simt_lane.bid;
    ret->explicit_ = c.x != 0;
    if (!c.x)
        c = (struct simt_dim3){ 1, 1, 1 };
    ret->dim = c;
    ret->at = (struct simt_dim3){ b.x % c.x, b.y % c.y, b.z % c.z };
    ret->id = (struct simt_dim3){ b.x / c.x, b.y / c.y, b.z / c.z };
    ret->count = (struct simt_dim3){ g.x / c.x, g.y / c.y, g.z / c.z };
    ret->rank = ret->at.x + c.x * (ret->at.y + c.y * ret->at.z);
    ret->size = c.x * c.y * c.z;
}

void simt_cluster_need(unsigned x, unsigned y, unsigned z, uintptr_t pc)
{
    struct simt_dim3 c = simt_current.in.cluster;
    if (c.x == x && c.y == y && c.z == z)
        return;
    lane_self();
    if (c.x)
        lane_error("launch", pc, "this kernel has __cluster_dims__(%u, %u, %u), and the launch asks for clusters of "
                   "(%u, %u, %u): give both the same dimensions", x, y, z, c.x, c.y, c.z);
    else
        launch_again((struct simt_dim3){ x, y, z });
    simt_abandon(LAUNCH_FAILURE);
}

static struct cluster *cluster_here(void)
{
    return simt_worker && simt_hot.cur ? simt_worker->sched->cluster : NULL;
}

static struct worker *owner_of(const struct cluster *c, uintptr_t a)
{
    for (unsigned r = 0; c && r < c->n; r++)
        if (a - c->w[r]->shared_lo < c->w[r]->shared_size)
            return c->w[r];
    return NULL;
}

struct worker *cluster_owner(const struct worker *w, uintptr_t a)
{
    return w->sched->cluster ? owner_of(w->sched->cluster, a) : NULL;
}

void *simt_cluster_map(const void *p, unsigned rank, uintptr_t pc)
{
    struct cluster *c = cluster_here();
    unsigned n = c ? c->n : 1;
    if (rank >= n) {
        lane_self();
        lane_error("cluster", pc, "there is no block of rank %u: the cluster has %u block%s", rank, n,
                   n == 1 ? "" : "s");
        simt_abandon(LAUNCH_FAILURE);
    }
    struct worker *from = owner_of(c, (uintptr_t)p);
    return from ? (char *)p - from->shared_lo + c->w[rank]->shared_lo : (void *)p;
}

unsigned simt_cluster_rank_of(const void *p)
{
    const struct worker *w = owner_of(cluster_here(), (uintptr_t)p);
    return w ? w->sched->rank : 0;
}

void *simt_cluster_generic(uint32_t address)
{
    const struct cluster *c = cluster_here();
    unsigned rank = address >> SIMT_CLUSTER_SHIFT;
    uint32_t offset = address & ((1u << SIMT_CLUSTER_SHIFT) - 1);
    if (!rank || !simt_worker)
        return (void *)(uintptr_t)(simt_worker ? simt_worker->shared_lo + address : address);
    if (!c && rank == 1)
        return (void *)(simt_worker->shared_lo + offset);
    return (void *)(c && rank <= c->n ? c->w[rank - 1]->shared_lo + offset : simt_worker->shared_lo + address);
}

uint32_t simt_cluster_address(const void *p)
{
    const struct worker *w = owner_of(cluster_here(), (uintptr_t)p);
    if (!w)
        return (uint32_t)((uintptr_t)p - (simt_worker ? simt_worker->shared_lo : 0));
    return (w->sched->rank + 1) << SIMT_CLUSTER_SHIFT | (uint32_t)((uintptr_t)p - w->shared_lo);
}

/* ---- the barrier --------------------------------------------------------------------------------------- */

void cluster_begin(struct cluster *c, struct worker **w, unsigned n)
{
    c->n = n;
    c->begun = c->ended = c->phase = 0;
    c->arrived = 0;
    memset(c->came, 0, sizeof c->came);
    for (unsigned i = 0; i < n; i++) {
        unsigned rank = simt_config.descending ? n - 1 - i : i;
        struct sched *s = w[i]->sched;
        c->w[rank] = w[i];
        s->cluster = c;
        s->rank = rank;
        s->ncluster = s->cluster_seen = 0;
    }
    heard_begin(c);
}

static int all_came(const struct cluster *c)
{
    for (unsigned r = 0; r < c->n; r++) {
        const struct worker *w = c->w[r];
        if (!(c->begun >> r & 1))
            return 0;
        for (int i = 0; !(c->ended >> r & 1) && i < w->nwarps; i++)
            for (simt_mask m = w->warps[i].live; m; m &= m - 1)
                if (c->came[r][(unsigned)i * SIMT_WARP + mask_first(m)] != c->phase + 1)
                    return 0;
    }
    return 1;
}

void cluster_try(struct cluster *c)
{
    uint64_t done = 0, all = 0;
    for (unsigned r = 0; r < c->n; r++) {
        all += (uint64_t)c->w[r]->nthreads;
        done += c->begun >> r & 1 ? (uint64_t)c->w[r]->ndone : 0;
    }
    if (!c->arrived || c->arrived + done < all || !all_came(c))
        return;
    c->phase++;
    c->arrived = 0;
    for (unsigned r = 0; r < c->n; r++)
        c->w[r]->n_barrier++;
}

static void again(uintptr_t pc)
{
    lane_error("cluster", pc, "the thread arrives at the cluster's barrier again, and has not waited for its last "
               "arrival: each barrier.cluster.arrive needs a barrier.cluster.wait");
    simt_abandon(LAUNCH_FAILURE);
}

static void not_arrived(uintptr_t pc)
{
    lane_error("cluster", pc, "the thread waits at the cluster's barrier without having arrived "
               "(barrier.cluster.arrive)");
    simt_abandon(LAUNCH_FAILURE);
}

/* In a cluster of one block who waits arrives at the block's barrier. */
static void arrive_alone(const struct fiber *f, uintptr_t pc)
{
    struct sched *s = simt_worker->sched;
    simt_mask *came = &s->alone_came[f->index / SIMT_WARP];
    if (*came & LANE_BIT(f->lane))
        again(pc);
    *came |= LANE_BIT(f->lane);
    s->alone_used = 1;
}

static void wait_alone(const struct fiber *f, uintptr_t pc)
{
    simt_mask *came = &simt_worker->sched->alone_came[f->index / SIMT_WARP];
    if (!(*came & LANE_BIT(f->lane)))
        not_arrived(pc);
    *came &= ~LANE_BIT(f->lane);
    simt_barrier(0x50000000u, SIMT_BAR_SYNC, 0, pc);
}

void simt_cluster_arrive(int relaxed, uintptr_t pc)
{
    struct fiber *f = lane_self();
    struct cluster *c = cluster_here();
    if (f && !c)
        arrive_alone(f, pc);
    if (!f || !c)
        return;
    struct worker *w = simt_worker;
    uint32_t *came = &c->came[w->sched->rank][f->index];
    simt_lane.x_end = 0; /* this lane's end must be seen */
    if (*came)
        again(pc);
    if (w->tracing)
        trace_sync((TRACE_ARRIVE + TRACE_CLUSTER) | (relaxed ? TRACE_RELAXED : 0) | (c->phase & 1 ? TRACE_ODD : 0),
                   pc);
    *came = c->phase + 1;
    c->arrived++;
    cluster_try(c);
}

void simt_cluster_wait(uintptr_t pc)
{
    struct fiber *f = lane_self();
    struct cluster *c = cluster_here();
    if (!f)
        return;
    if (!c) {
        wait_alone(f, pc);
        return;
    }
    struct worker *w = simt_worker;
    struct sched *s = w->sched;
    uint32_t *came = &c->came[s->rank][f->index];
    simt_lane.x_end = 0;
    if (!*came)
        not_arrived(pc);
    f->pc = pc;
    if ((int32_t)(c->phase - *came) >= 0)
        s->cluster_seen = c->phase - 1; /* the lane goes on when its warp has come, which then goes on together */
    s->ncluster++;
    simt_yield(LANE_CLUSTER);
    if (w->tracing)
        trace_sync((TRACE_WAITED + TRACE_CLUSTER) | (*came & 1 ? 0 : TRACE_ODD), pc);
    *came = 0;
}

int cluster_release(struct worker *w)
{
    struct sched *s = w->sched;
    const struct cluster *c = s->cluster;
    int released = 0;
    s->cluster_seen = c->phase;
    for (int i = 0; i < w->nthreads; i++) {
        struct fiber *f = &w->fiber[i];
        struct warp *p = &w->warps[i / SIMT_WARP];
        if (!((p->live & ~p->fresh) >> f->lane & 1) || f->state != LANE_CLUSTER ||
            (int32_t)(c->phase - c->came[s->rank][i]) < 0)
            continue;
        lane_ready(p, f);
        s->ncluster--;
        released++;
    }
    return released;
}
