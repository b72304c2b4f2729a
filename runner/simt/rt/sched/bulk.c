/*
 * bulk.c: bulk copies (cp.async.bulk and its tensor forms, reductions) from their issue until they land; see bulk.h.
 *
 * Blocks on other host threads take turns where a copy changes global memory by a reduction, as at atomics.
 */
#include <string.h>

#include "bulk.h"
#include "runner/simt/rt/shadow/shadow.h"
#include "sched.h"

enum {
    URGENT = 256,        /* tests of one barrier in vain, between other work, after which its copies land */
    VAIN_ROUNDS = 1 << 14 /* rounds in which all lanes test barriers in vain, and nothing flies: a deadlock */
};
enum { ERROR_OUT_OF_MEMORY = 2 };

/* ---- the queue ----------------------------------------------------------------------------------------- */

struct proxy *proxy_of(struct worker *w)
{
    struct proxy *p = w->proxy;

    if (!p) {
        p = rt_calloc(1, sizeof *p);
        if (!p)
            simt_abandon(ERROR_OUT_OF_MEMORY);
        w->proxy = p;
    }
    p->used = 1;
    return p;
}

void bulk_unref(struct worker *w, struct bulk *b)
{
    if (--b->refs)
        return;
    rt_free(b->data);
    b->data = NULL;
    b->next = w->proxy->spare;
    w->proxy->spare = b;
}

static struct bulk *new_bulk(struct worker *w)
{
    struct proxy *p = proxy_of(w);
    struct bulk *b = p->spare;

    if (b)
        p->spare = b->next;
    else if (!(b = rt_malloc(sizeof *b)))
        simt_abandon(ERROR_OUT_OF_MEMORY);
    return b;
}

static void take_out(struct worker *w, struct bulk *b)
{
    struct bulk **at = &w->proxy->flying;

    while (*at != b)
        at = &(*at)->next;
    *at = b->next;
    w->proxy->nflying--;
    bulk_unref(w, b);
}

void proxy_begin(struct worker *w)
{
    struct proxy *p = w->proxy;

    if (!p || !p->used)
        return;
    memset(p->group, 0, sizeof p->group);
    memset(p->barrier, 0, sizeof p->barrier);
    p->nbarriers = p->vain_rounds = 0;
    p->full = p->used = p->urgent = 0;
}

struct bulk *bulk_at(const struct proxy *p, uintptr_t shared, int from)
{
    for (struct bulk *b = p ? p->flying : NULL; b; b = b->next) {
        const char *lo = b->kind == BULK_SHARED && from ? b->global : b->shared;
        int reads = b->kind == BULK_STORE || (b->kind == BULK_SHARED && from);
        if (reads == from && shared - (uintptr_t)lo < b->bytes)
            return b;
    }
    return NULL;
}

/* The worker whose shared memory it is: this block's, or another's of its cluster. NULL: nobody's. */
static struct worker *owner(struct worker *w, const void *at)
{
    return (uintptr_t)at - w->shared_lo < w->shared_size ? w : cluster_owner(w, (uintptr_t)at);
}

/* ---- data moves ---------------------------------------------------------------------------------------- */

struct move {
    const struct bulk *b;
    uintptr_t window;
    char *linear; /* a store's data: the box without its swizzle */
};

/* Of the box from `at` on, up to the end of a chunk that a swizzle moves as one. */
static char *box_place(const struct move *m, size_t at, unsigned left, unsigned *n)
{
    unsigned chunk = 16 - (unsigned)(at & 15);

    *n = left < chunk ? left : chunk;
    return (char *)m->window + tensor_swizzled(&m->b->map, (uintptr_t)m->b->shared - m->window + at);
}

static void piece_in(void *arg, const struct piece *p)
{
    const struct move *m = arg;
    uint64_t fill = tensor_fill(&m->b->map);
    unsigned n;

    for (unsigned i = 0; i < p->bytes; i += n) {
        char *to = box_place(m, p->at + i, p->bytes - i, &n);
        if (p->global) {
            rt_copy(to, (const char *)p->global + i, n);
            continue;
        }
        for (unsigned k = 0; k < n; k++)
            ((volatile char *)to)[k] = (char)(fill >> (p->at + i + k) % 8 * 8);
    }
}

static void piece_gather(void *arg, const struct piece *p)
{
    const struct move *m = arg;
    unsigned n;

    for (unsigned i = 0; i < p->bytes; i += n) {
        char *from = box_place(m, p->at + i, p->bytes - i, &n);
        rt_copy(m->linear + p->at + i, from, n);
    }
}

static void put(const struct bulk *b, char *to, const char *from, size_t n)
{
    if (b->op)
        bulk_reduce(b->op, b->type, to, from, n);
    else
        rt_copy(to, from, n);
}

static void piece_out(void *arg, const struct piece *p)
{
    const struct move *m = arg;

    if (p->global)
        put(m->b, (char *)p->global, m->b->data + p->at, p->bytes);
}

static int has_data(const struct bulk *b)
{
    return b->tensor || b->global; /* else its arguments were wrong: it moves nothing */
}

/* A store reads its source. */
static void read_source(struct worker *w, struct bulk *b)
{
    struct move m = { .b = b, .window = w->shared_lo };

    if (b->step != BULK_ISSUED)
        return;
    b->step = BULK_READ;
    if (!has_data(b))
        return;
    if (!(b->data = rt_malloc(b->bytes + 16)))
        simt_abandon(ERROR_OUT_OF_MEMORY);
    m.linear = b->data;
    if (b->tensor)
        tensor_pieces(&b->map, b->at, b->by, piece_gather, &m);
    else
        rt_copy(b->data, b->shared, b->bytes);
}

/* Makes the copy, all that is left of it. */
static void move_data(struct worker *w, struct bulk *b)
{
    struct worker *to = owner(w, b->shared);
    struct move m = { .b = b, .window = to ? to->shared_lo : w->shared_lo };

    if (b->kind == BULK_STORE)
        read_source(w, b);
    b->step = BULK_LANDED;
    if (!has_data(b))
        return;
    if (b->kind == BULK_STORE && b->tensor)
        tensor_pieces(&b->map, b->at, b->by, piece_out, &m);
    else if (b->kind == BULK_STORE)
        put(b, b->global, b->data, b->bytes);
    else if (b->tensor)
        tensor_pieces(&b->map, b->at, b->by, piece_in, &m);
    else
        put(b, b->shared, b->global, b->bytes);
}

/* A load or a copy within shared memory, while no lane runs. */
static void land(struct worker *w, struct bulk *b)
{
    if (b->barrier && !owner(w, b->barrier)) /* told when the copy was issued */
        b->barrier = NULL;
    move_data(w, b);
    if (w->tracing && simt_config.races)
        shared_bulk_landed(w, b);
    if (b->told && b->barrier && !b->counted) /* its map was wrong: the threads that wait are not to blame */
        b->counted = (size_t)mbarrier_missing(b->barrier);
    if (b->barrier)
        mbarrier_landed(w, b->barrier, b->counted, b->pc);
    take_out(w, b);
}

/* ---- when they land ------------------------------------------------------------------------------------ */

/* Of those in flight one that a failed test waits for, else one that has a barrier, else any. */
static struct bulk *choose(struct worker *w, uint32_t vain)
{
    struct proxy *p = w->proxy;
    struct bulk *best = NULL;
    int rank = 0;

    for (struct bulk *b = p->flying; b; b = b->next) {
        const struct mbarrier *m = b->barrier ? mbarrier_find(p, b->barrier) : NULL;
        int r = m && m->vain >= vain ? 3 : b->barrier ? 2 : 1;
        if (r > rank) {
            rank = r;
            best = b;
        }
    }
    return rank == 3 || vain <= 1 ? best : NULL;
}

static void land_for(struct worker *w, struct bulk *b)
{
    struct proxy *p = w->proxy;
    uint64_t *barrier = owner(w, b->barrier) ? b->barrier : NULL;

    land(w, b);
    for (b = barrier ? p->flying : NULL; b && mbarrier_missing(barrier);) {
        struct bulk *next = b->next;
        if (b->barrier == barrier)
            land(w, b);
        b = next;
    }
    p->vain_rounds = 0;
}

int proxy_land(struct worker *w)
{
    struct bulk *b = w->proxy && w->proxy->flying ? choose(w, 1) : NULL;

    if (!b)
        return 0;
    land_for(w, b);
    return 1;
}

void proxy_round(struct worker *w, int ran)
{
    struct proxy *p = w->proxy;
    struct bulk *b = NULL;

    if (ran)
        p->vain_rounds = 0;
    if (!p->flying || w->failed)
        return;
    if (p->urgent) {
        p->urgent = 0;
        b = choose(w, URGENT);
        if (b)
            land_for(w, b);
    } else if (simt_config.seed && worker_random(w) % 4 == 0) {
        unsigned n = (unsigned)(worker_random(w) % p->nflying);
        for (b = p->flying; n--;)
            b = b->next;
        if (b->barrier)
            land(w, b);
    }
}

static void left_behind(const struct worker *w, const struct bulk *b)
{
    struct error e = { .kind = "async-hazard", .pc = b->pc, .block = w->block, .other_block = ~0ull,
                       .thread = b->thread, .other_thread = ~0u, .address = (uintptr_t)b->shared, .count = 1 };

    if (b->barrier)
        snprintf(e.text, sizeof e.text, "the block ends while this copy of %zu bytes into its shared memory is under "
                 "way: wait for its barrier first, for the memory is another block's by then", b->bytes);
    else
        snprintf(e.text, sizeof e.text, "the block ends while this copy of %zu bytes may still read its shared memory: "
                 "the thread that issued the copy has to commit it and cp.async.bulk.wait_group.read first, for the "
                 "memory is another block's by then", b->bytes);
    error_add(&e);
}

void proxy_end(struct worker *w)
{
    struct proxy *p = w->proxy;

    if (p && p->nbarriers && !w->failed && !simt_stop)
        mbarrier_end(w);
    while (p && p->flying) {
        struct bulk *b = p->flying;
        if (w->failed) { /* what it reads may be gone */
            take_out(w, b);
            continue;
        }
        if ((b->barrier || b->step == BULK_ISSUED) && has_data(b) && !b->told && !simt_stop && owner(w, b->shared) == w)
            left_behind(w, b);
        if (owner(w, b->shared) == w)
            b->barrier = NULL;
        land(w, b);
    }
}

/* ---- deadlock ------------------------------------------------------------------------------------------ */

static int waits_in_vain(const struct worker *w, const struct fiber *f)
{
    if (f->state == LANE_SPIN)
        return f->mbarrier && (uintptr_t)f->mbarrier - w->shared_lo < w->shared_size;
    return f->state == LANE_BARRIER || f->state == LANE_NAMED || f->state == LANE_WARP_OP;
}

int proxy_stuck(struct worker *w)
{
    struct proxy *p = w->proxy;

    if (w->sched->cluster || !p->nbarriers || p->flying || ++p->vain_rounds < VAIN_ROUNDS)
        return 0;
    p->vain_rounds = 0;
    for (int i = 0; i < w->nthreads; i++) {
        const struct warp *q = &w->warps[i / SIMT_WARP];
        const struct fiber *f = &w->fiber[i];
        if (q->live >> f->lane & 1 && (q->fresh >> f->lane & 1 || !waits_in_vain(w, f)))
            return 0;
    }
    return 1;
}

/* ---- issue --------------------------------------------------------------------------------------------- */

static int shared_range(struct worker *me, const void *at, size_t bytes, const char *what, uintptr_t pc)
{
    struct worker *w = owner(me, at);
    uintptr_t a = (uintptr_t)at, lo, hi;
    char where[240];

    if (!w) {
        simt_error("illegal-address", pc, "%s is not in shared memory", what);
        return -1;
    }
    /* where nothing is traced, no array is known */
    if (trace_hooked ? bytes && (!shared_bounds(w, a, &lo, &hi) || a + bytes > hi)
                     : a + bytes > w->shared_lo + w->shared_size) {
        shared_describe(w, a + bytes, a, where, sizeof where);
        simt_error("out-of-bounds", pc, "%s of %zu bytes ends %s", what, bytes, where);
        return -1;
    }
    return 0;
}

/* 0, or -1: not all of it is one allocation. */
static int global_range(uintptr_t lo, uintptr_t hi, const char *what, uintptr_t pc)
{
    const struct alloc *a = heap_find(lo);
    int freed = 0;
    long distance = 0;

    if (a && hi <= a->hi)
        return 0;
    if (a) {
        simt_error("out-of-bounds", pc, "%s goes %zu bytes past the end of the allocation of %zu bytes", what,
                   (size_t)(hi - a->hi), (size_t)(a->hi - a->lo));
        return -1;
    }
    a = heap_near(lo, &freed, &distance);
    if (a && freed && lo >= a->lo && lo < a->hi)
        simt_error("use-after-free", pc, "%s lies in an allocation of %zu bytes that was freed", what,
                   (size_t)(a->hi - a->lo));
    else if (a)
        simt_error("out-of-bounds", pc, "%s begins %ld bytes %s the allocation of %zu bytes", what,
                   distance < 0 ? -distance : distance, distance < 0 ? "before" : "past the end of",
                   (size_t)(a->hi - a->lo));
    else
        simt_error("out-of-bounds", pc, "%s is not in device memory", what);
    return -1;
}

static void aligned(const void *at, unsigned to, const char *what, uintptr_t pc)
{
    if ((uintptr_t)at % to)
        simt_error("misaligned", pc, "%s must be a multiple of %u bytes: it lies %u bytes past one", what, to,
                   (unsigned)((uintptr_t)at % to));
}

static void whole_chunks(unsigned bytes, uintptr_t pc)
{
    if (bytes % 16)
        simt_error("misaligned", pc, "a bulk copy's size must be a multiple of 16 bytes, and %u is none", bytes);
}

/* The first fields of a copy that the running lane issues. NULL: host code. */
static struct bulk *begin(int kind, unsigned reduction, uintptr_t pc)
{
    struct fiber *f = simt_self();
    struct worker *w = simt_worker;
    struct bulk *b;

    if (!f)
        return NULL;
    if (reduction && !w->has_turn)
        simt_take_turn();
    b = new_bulk(w);
    *b = (struct bulk){ .kind = (uint8_t)kind, .op = (uint8_t)reduction, .type = (uint8_t)(reduction >> 8),
                        .thread = f->index, .warp = (uint16_t)w->w->id, .refs = 1, .pc = pc,
                        .group = w->proxy->group[f->index].open };
    return b;
}

/* It is on its way. */
static void launch(struct bulk *b)
{
    struct worker *w = simt_worker;
    struct proxy *p = w->proxy;

    b->next = p->flying;
    p->flying = b;
    p->nflying++;
    lanes_moved = 1;
    if (w->tracing && simt_config.races && simt_hot.events) {
        b->refs++;
        trace_bulk(b, 0, b->pc);
    }
}


static void barrier_is_shared(struct worker *w, const uint64_t *b, uintptr_t pc)
{
    if (!owner(w, b))
        simt_error("illegal-address", pc, "the mbarrier of a bulk copy must be in shared memory");
    else
        aligned(b, 8, "the address of an mbarrier", pc);
}

static void load(void *dst, const void *src, unsigned bytes, uint64_t *barrier, uintptr_t pc)
{
    struct bulk *b = begin(BULK_LOAD, 0, pc);
    struct worker *w = simt_worker;

    if (!b)
        return;
    aligned(dst, 16, "a bulk copy's destination", pc);
    aligned(src, 16, "a bulk copy's source", pc);
    whole_chunks(bytes, pc);
    barrier_is_shared(w, barrier, pc);
    b->barrier = barrier;
    b->shared = dst;
    b->global = (char *)src;
    b->bytes = b->counted = bytes;
    if (shared_range(w, dst, bytes, "a bulk copy's destination", pc) ||
        global_range((uintptr_t)src, (uintptr_t)src + bytes, "a bulk copy's source", pc))
        b->global = NULL, b->told = 1;
    w->n[SIMT_N_TMA_BYTES] += bytes;
    launch(b);
}

/* The same place in the block of that rank, for a mask of a multicast. */
static void *in_block(void *p, unsigned rank, uintptr_t pc)
{
    return simt_cluster_map(p, rank, pc);
}

/* The ranks that a multicast's mask names, without those that the cluster does not have. */
static unsigned receivers(unsigned ctas, uintptr_t pc)
{
    unsigned n = simt_current.cluster > 1 ? (unsigned)simt_current.cluster : 1, mask = ctas & 0xffff;

    if (mask >> n)
        simt_error("cluster", pc, "the mask 0x%x of this multicast names block %d, and the cluster has %u", mask,
                   31 - __builtin_clz(mask), n);
    return simt_self() ? mask & ((1u << n) - 1) : 0;
}

void simt_bulk_load(void *dst, const void *src, unsigned bytes, uint64_t *barrier, unsigned ctas, uintptr_t pc)
{
    if (!(ctas & SIMT_BULK_MULTICAST)) {
        load(dst, src, bytes, barrier, pc);
        return;
    }
    for (unsigned mask = receivers(ctas, pc), rank = 0; mask >> rank; rank++)
        if (mask >> rank & 1)
            load(in_block(dst, rank, pc), src, bytes, in_block(barrier, rank, pc), pc);
}

void simt_bulk_shared(void *dst, const void *src, unsigned bytes, uint64_t *barrier, unsigned reduction, uintptr_t pc)
{
    struct bulk *b = begin(BULK_SHARED, reduction, pc);
    struct worker *w = simt_worker;

    if (!b)
        return;
    aligned(dst, 16, "a bulk copy's destination", pc);
    aligned(src, 16, "a bulk copy's source", pc);
    whole_chunks(bytes, pc);
    barrier_is_shared(w, barrier, pc);
    if (!simt_current.in.cluster.x)
        simt_error("cluster", pc, "a bulk copy within shared memory is an illegal instruction in a launch without "
                   "clusters: give the kernel __cluster_dims__, (1, 1, 1) will do");
    b->barrier = barrier;
    b->shared = dst;
    b->global = (char *)src;
    b->bytes = b->counted = bytes;
    if (shared_range(w, dst, bytes, "a bulk copy's destination", pc) ||
        shared_range(w, src, bytes, "a bulk copy's source", pc))
        b->global = NULL, b->told = 1;
    launch(b);
}

void simt_bulk_store(void *dst, const void *src, unsigned bytes, unsigned reduction, uintptr_t pc)
{
    struct bulk *b = begin(BULK_STORE, reduction, pc);
    struct worker *w = simt_worker;

    if (!b)
        return;
    aligned(dst, 16, "a bulk copy's destination", pc);
    aligned(src, 16, "a bulk copy's source", pc);
    whole_chunks(bytes, pc);
    b->shared = (char *)src;
    b->global = dst;
    b->bytes = b->counted = bytes;
    if (shared_range(w, src, bytes, "a bulk copy's source", pc) ||
        global_range((uintptr_t)dst, (uintptr_t)dst + bytes, "a bulk copy's destination", pc))
        b->global = NULL, b->told = 1;
    w->n[SIMT_N_TMA_BYTES] += bytes;
    launch(b);
}

void simt_bulk_prefetch(const void *src, unsigned bytes, uintptr_t pc)
{
    if (!simt_self())
        return;
    aligned(src, 16, "a bulk prefetch's source", pc);
    whole_chunks(bytes, pc);
    (void)global_range((uintptr_t)src, (uintptr_t)src + bytes, "a bulk prefetch's source", pc);
}

/* ---- by tensor map ------------------------------------------------------------------------------------- */

static void count_piece(void *arg, const struct piece *p)
{
    if (p->global)
        *(uint64_t *)arg += p->bytes;
}

/* The map, copied; -1: it is none, or not one for such a copy. */
static int take_map(struct simt_tensormap *to, const void *map, unsigned dims, uintptr_t pc)
{
    unsigned rank = dims & (SIMT_BULK_IM2COL - 1), im2col = dims >= SIMT_BULK_IM2COL;

    if ((uintptr_t)map % 64) {
        aligned(map, 64, "the address of a tensor map", pc);
        return -1;
    }
    rt_copy(to, map, sizeof *to);
    if (to->magic != SIMT_TENSORMAP_MAGIC || to->sum != simt_tensormap_sum(to)) {
        simt_error("api", pc, "this is no tensor map: cuTensorMapEncodeTiled() or cuTensorMapEncodeIm2col() makes one, "
                   "and the kernel takes it as const __grid_constant__ CUtensorMap");
        return -1;
    }
    if (to->rank != rank) {
        simt_error("api", pc, "a copy of %u dimension%s by a tensor map of %u", rank, rank == 1 ? "" : "s", to->rank);
        return -1;
    }
    if (to->im2col != im2col) {
        simt_error("api", pc, "a copy in %s mode by a tensor map for %s mode", im2col ? "im2col" : "tile",
                   to->im2col ? "im2col" : "tile");
        return -1;
    }
    return 0;
}

/* What makes the copy an illegal instruction. A store leaves nothing of a row's last 16 bytes as it was. */
static int bad_coordinates(struct bulk *b)
{
    struct simt_tensormap *m = &b->map;
    unsigned size = tensor_element(m);

    if ((int64_t)b->at[0] * size % 16) {
        simt_error("misaligned", b->pc, "coordinate 0 of a tensor copy must lie on a multiple of 16 bytes: %d elements "
                   "of %u bytes do not", b->at[0], size);
        return -1;
    }
    for (unsigned d = 0; b->kind == BULK_STORE && d < m->rank; d++)
        if (b->at[d] < 0) {
            simt_error("out-of-bounds", b->pc, "a tensor copy into global memory begins at coordinate %d of dimension "
                       "%u: only a load may begin before the tensor", b->at[d], d);
            return -1;
        }
    if (b->kind == BULK_STORE && !b->op)
        m->last[0] = (uint32_t)((((uint64_t)m->last[0] + 1) * size + 15) / 16 * 16 / size - 1);
    return 0;
}

/* Fills in where it copies from and to. -1: it moves nothing. */
static int tensor_args(struct bulk *b, const void *map, const int *at, unsigned dims, const uint16_t *by,
                       const char *shared, const char *what)
{
    struct worker *w = simt_worker;
    uintptr_t lo, hi;
    uint64_t moved = 0;

    b->shared = (char *)shared;
    if (take_map(&b->map, map, dims, b->pc))
        return -1;
    for (unsigned d = 0; d < b->map.rank; d++)
        b->at[d] = at[d];
    for (unsigned d = 0; by && b->map.im2col && d + 2 < b->map.rank; d++)
        b->by[d] = by[d];
    b->bytes = tensor_span(&b->map);
    b->counted = tensor_bytes(&b->map);
    aligned(shared, 128, what, b->pc);
    if (bad_coordinates(b))
        return -1;
    if (shared_range(w, shared, b->bytes, what, b->pc))
        return -1;
    if (tensor_extent(&b->map, b->at, b->by, &lo, &hi) && global_range(lo, hi, "the tensor map's box", b->pc))
        return -1;
    tensor_pieces(&b->map, b->at, b->by, count_piece, &moved);
    w->n[SIMT_N_TMA_BYTES] += moved;
    b->tensor = 1;
    return 0;
}

static void tensor_load(void *dst, const void *map, const int *at, unsigned dims, const uint16_t *by,
                        uint64_t *barrier, uintptr_t pc)
{
    struct bulk *b = begin(BULK_LOAD, 0, pc);

    if (!b)
        return;
    barrier_is_shared(simt_worker, barrier, pc);
    b->barrier = barrier;
    b->told = tensor_args(b, map, at, dims, by, dst, "a tensor copy's destination") != 0;
    launch(b);
}

void simt_bulk_tensor_load(void *dst, const void *map, const int *at, unsigned dims, const uint16_t *by,
                           uint64_t *barrier, unsigned ctas, uintptr_t pc)
{
    if (!(ctas & SIMT_BULK_MULTICAST)) {
        tensor_load(dst, map, at, dims, by, barrier, pc);
        return;
    }
    for (unsigned mask = receivers(ctas, pc), rank = 0; mask >> rank; rank++)
        if (mask >> rank & 1)
            tensor_load(in_block(dst, rank, pc), map, at, dims, by, in_block(barrier, rank, pc), pc);
}

void simt_bulk_tensor_store(const void *map, const int *at, unsigned dims, const void *src, unsigned reduction,
                            uintptr_t pc)
{
    struct bulk *b = begin(BULK_STORE, reduction, pc);

    if (!b)
        return;
    if (tensor_args(b, map, at, dims, NULL, src, "a tensor copy's source") == 0 && reduction) {
        int type = bulk_type_of(b->map.type);
        if (type < 0 || !bulk_reduces(b->op, type)) {
            simt_error("api", pc, "elements of this tensor map's type have no such reduction");
            b->tensor = 0;
        }
        b->type = (uint8_t)type;
    }
    launch(b);
}

void simt_bulk_tensor_prefetch(const void *map, const int *at, unsigned dims, const uint16_t *by, uintptr_t pc)
{
    struct simt_tensormap m;

    (void)at, (void)by;
    if (simt_self())
        (void)take_map(&m, map, dims, pc);
}

/* ---- groups of stores ---------------------------------------------------------------------------------- */

void simt_bulk_commit(uintptr_t pc)
{
    struct fiber *f = simt_self();

    (void)pc;
    if (f)
        proxy_of(simt_worker)->group[f->index].open++;
}

void simt_bulk_wait(unsigned left, int read, uintptr_t pc)
{
    struct fiber *f = simt_self();
    struct worker *w = simt_worker;
    struct proxy *p;
    struct bulk_groups *g;

    if (!f)
        return;
    p = proxy_of(w);
    g = &p->group[f->index];
    if (left > g->open)
        return;
    for (struct bulk *b = p->flying, *next; b; b = next) {
        next = b->next;
        if (b->kind != BULK_STORE || b->thread != f->index || b->group >= g->open - left)
            continue;
        if (b->step == BULK_ISSUED && w->tracing && simt_config.races && simt_hot.events) {
            b->refs++;
            trace_bulk(b, 1, pc);
        }
        if (read) {
            read_source(w, b);
        } else {
            move_data(w, b);
            take_out(w, b);
        }
    }
}

void simt_proxy_fence(uintptr_t pc)
{
    simt_fence(0, pc);
    if (simt_self() && simt_worker->tracing)
        trace_sync(TRACE_PROXY_FENCE, pc);
}
