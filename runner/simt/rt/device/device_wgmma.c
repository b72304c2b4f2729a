/*
 * device_wgmma.c: wgmma.mma_async: products of a warpgroup's 64 rows by tiles in shared memory.
 *
 * A warp computes its own 16 rows, and the four of a warpgroup meet at the wait. What is asynchronous on the device
 * is late here: from the instruction to the wait for its group an accumulator's registers hold a NaN that no program
 * means, and its tiles are read when the wait comes, as late as may be. So a program that reads a register early,
 * or writes a tile early, gets a wrong result without hooks, too; with them it is told where.
 */
#include <math.h>
#include <string.h>

#include "device_mma.h"
#include "runner/simt/include/simt/library.h"
#include "runner/simt/rt/heap.h"
#include "runner/simt/rt/sched/sched.h"
#include "runner/simt/rt/shadow/shadow.h"
#include "runner/simt/rt/trace/count.h"

enum { NOTES = 256 }; /* more than a lane's log has records */
enum { LANES = 32, GROUP_WARPS = 4, ACCUMULATORS = 16, REGISTERS = 128, ROWS = 16, LAUNCH_FAILURE = 719 };
enum { SWIZZLE_NONE, SWIZZLE_128, SWIZZLE_64, SWIZZLE_32 };

struct op {
    struct simt_wgmma_args w; /* of the warp's first lane; its pointers are not looked at */
    uint32_t a[LANES][4], meta[LANES];
    uintptr_t pc;
    unsigned acc, group;
    struct mma_tiles *tiles;         /* of wgmma.tiles; NULL: nothing is traced */
};
struct accumulator {
    unsigned *reg[LANES][REGISTERS];  /* the program's variables */
    unsigned value[LANES][REGISTERS]; /* in flight; else what they held at the last fence or when they landed */
    unsigned n, flying;              /* registers a lane; products not waited for */
    int columns, type;
    uintptr_t pc;                    /* of the last product */
};
struct wgmma { /* of one warp */
    struct op *op;
    unsigned first, end, room;       /* op[first..end) are not waited for */
    unsigned group;                  /* being filled */
    unsigned nacc;
    struct accumulator *acc[ACCUMULATORS];
    uint64_t issued, fences;
    struct mma_tiles *tiles;         /* [NOTES], in turns */
    unsigned done_from, done_end;    /* products of this wait */
    uint64_t waits;                  /* that the warp has come to */
    uintptr_t pc;                    /* of the last product */
};

static struct wgmma *of_warp(struct worker *w)
{
    struct sched *s = w->sched;
    if (!s->wgmma) {
        size_t n = SIMT_MAX_WARPS * sizeof *s->wgmma;
        if (!(s->wgmma = rt_malloc(n)))
            simt_abandon(2);
        rt_fill(s->wgmma, 0, n);
    }
    return &s->wgmma[w->w->id];
}

void wgmma_block_begin(struct worker *w)
{
    for (int i = 0; w->sched->wgmma && i < SIMT_MAX_WARPS; i++) {
        struct wgmma *g = &w->sched->wgmma[i];
        g->first = g->end = g->group = 0;
        g->issued = g->fences = g->waits = 0;
        for (unsigned k = 0; k < g->nacc; k++)
            rt_free(g->acc[k]);
        g->nacc = 0;
    }
}

void wgmma_block_end(struct worker *w)
{
    for (int i = 0; w->sched->wgmma && i < w->nwarps; i++) {
        const struct wgmma *g = &w->sched->wgmma[i], *first = &w->sched->wgmma[i / GROUP_WARPS * GROUP_WARPS];
        const struct wgmma *more = g->issued > first->issued ? g : first;
        if (g->issued == first->issued)
            continue;
        struct error e = { .kind = "warp-mismatch", .pc = more->pc, .block = w->block, .other_block = ~0ull,
                           .thread = (unsigned)(more - w->sched->wgmma) * SIMT_WARP, .other_thread = ~0u, .count = 1 };
        snprintf(e.text, sizeof e.text, "warps %d to %d are one warpgroup: warp %d has executed %llu wgmma.mma_async, "
                 "warp %d %llu; all four have to execute the same", i / GROUP_WARPS * GROUP_WARPS,
                 i / GROUP_WARPS * GROUP_WARPS + GROUP_WARPS - 1, i / GROUP_WARPS * GROUP_WARPS,
                 (unsigned long long)first->issued, i, (unsigned long long)g->issued);
        error_add(&e);
        return;
    }
}

/* ---- tiles in shared memory ---------------------------------------------------------------------------- */

static unsigned field(uint64_t desc, int at)
{
    return (unsigned)(desc >> at & 0x3fff) << 4;
}

/* The descriptor has 18 bits of an address; the window may have more, of which one of the two is in use. */
static uintptr_t start_of(struct worker *w, uint64_t desc)
{
    uintptr_t a = w->shared_lo + field(desc, 0), b = a + (1u << 18), lo, hi;
    if (b < w->shared_lo + w->shared_size && !shared_bounds(w, a, &lo, &hi) && shared_bounds(w, b, &lo, &hi))
        return b;
    return a;
}

static struct mma_tile tile_of(struct worker *w, uint64_t desc, int by_columns, int bytes)
{
    return (struct mma_tile){ start_of(w, desc), field(desc, 16), field(desc, 32), (unsigned)(desc >> 62), by_columns,
                              (unsigned)bytes, 0, 0, 0 };
}

static unsigned width_of(unsigned swizzle)
{
    return swizzle == SWIZZLE_128 ? 128 : swizzle == SWIZZLE_64 ? 64 : swizzle == SWIZZLE_32 ? 32 : 16;
}

/* i is along M or N. */
uintptr_t mma_tile_place(const struct mma_tile *t, unsigned i, unsigned k)
{
    unsigned width = width_of(t->swizzle), per = 16 / t->bytes, row = width / t->bytes;
    uintptr_t a = t->start;
    if (!t->by_columns && t->swizzle == SWIZZLE_NONE)
        a += i / 8 * t->stride + k / per * t->lead + i % 8 * 16 + k % per * t->bytes;
    else if (!t->by_columns)
        a += i / 8 * t->stride + k / row * t->lead + i % 8 * width + k % row * t->bytes;
    else if (t->swizzle == SWIZZLE_NONE)
        a += i / per * t->stride + k / 8 * t->lead + k % 8 * 16 + i % per * t->bytes;
    else
        a += i / row * t->lead + k / 8 * t->stride + k % 8 * width + i % row * t->bytes;
    return a ^ ((a >> 7 & (width / 16 - 1)) << 4);
}

/* The window of shared memory may be left: by a wrong descriptor, which has been told. */
static float value_of(const struct worker *w, const struct mma_tile *t, int type, unsigned i, unsigned k)
{
    uintptr_t a = mma_tile_place(t, i, k);
    unsigned v = 0;
    if (a - w->shared_lo >= w->shared_size - 4)
        return 0;
    if (t->bytes == 4)
        v = *(const volatile uint32_t *)a;
    else if (t->bytes == 2)
        v = *(const volatile uint16_t *)a;
    else
        v = *(const volatile uint8_t *)a;
    return mma_element(v, type, 0);
}

static const char *operand_name(int b) { return b ? "B" : "A"; }

/* Every row of 16 bytes has to lie in the array that the tile starts in. */
static void check_tile(struct worker *w, const struct mma_tile *t, int b, unsigned rows, unsigned depth, uint64_t desc,
                       uintptr_t pc)
{
    uintptr_t lo, hi, least = UINTPTR_MAX, most = 0;
    unsigned row = 16 / t->bytes;
    char where[240];
    if (desc >> 49 & 7)
        lane_error("misaligned", pc, "the descriptor of %s has a base offset of %u, which is not emulated: let the "
                   "swizzle pattern begin at a multiple of %u bytes of shared memory", operand_name(b),
                   (unsigned)(desc >> 49 & 7), width_of(t->swizzle) * 8);
    for (unsigned i = 0; i < rows; i += t->by_columns ? row : 1)
        for (unsigned k = 0; k < depth; k += t->by_columns ? 1 : row) {
            uintptr_t a = mma_tile_place(t, i, k);
            least = a < least ? a : least;
            most = a + 16 > most ? a + 16 : most;
        }
    if (!w->tracing || (shared_bounds(w, t->start, &lo, &hi) && least >= lo && most <= hi))
        return;
    if (!shared_bounds(w, t->start, &lo, &hi))
        shared_describe(w, t->start, t->start, where, sizeof where);
    else
        shared_describe(w, least < lo ? least : most - 16 < hi ? most - 1 : most - 16, t->start, where, sizeof where);
    lane_error("out-of-bounds", pc, "the descriptor of %s (start %u, leading %u, stride %u bytes) describes a tile of "
               "which part lies %s", operand_name(b), (unsigned)(t->start - w->shared_lo), t->lead, t->stride, where);
}

/* ---- one product --------------------------------------------------------------------------------------- */

static int bytes_of(int type)
{
    return type == SIMT_MMA_TF32 ? 4 : type == SIMT_MMA_F16 || type == SIMT_MMA_BF16 ? 2 : 1;
}

static void a_from_registers(const struct op *o, float a[ROWS][64])
{
    int n = 4 / bytes_of(o->w.a_type);
    for (int l = 0; l < LANES; l++)
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < n; j++)
                a[l / 4 + 8 * (i & 1)][i / 2 * 4 * n + l % 4 * n + j] = mma_element(o->a[l][i], o->w.a_type, j);
}

static void a_from_tile(struct worker *w, const struct op *o, unsigned warp, unsigned depth, float a[ROWS][64])
{
    struct mma_tile t = tile_of(w, o->w.a_desc, o->w.trans_a, bytes_of(o->w.a_type));
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned k = 0; k < depth; k++)
            a[i][k] = value_of(w, &t, o->w.a_type, warp % GROUP_WARPS * ROWS + i, k);
}

/* Row g of the fragment's column c is lane 4 (g % 8) + c % 8 / 2's. */
static unsigned *cell(struct accumulator *acc, unsigned row, unsigned col, unsigned *shift)
{
    unsigned lane = row % 8 * 4 + col % 8 / 2, half = row / 8;
    if (acc->type == SIMT_MMA_F16) {
        *shift = 16 * (col & 1);
        return &acc->value[lane][col / 8 * 2 + half];
    }
    *shift = 0;
    return &acc->value[lane][col / 8 * 4 + half * 2 + (col & 1)];
}

static void compute(struct worker *w, struct wgmma *g, const struct op *o, unsigned warp)
{
    float a[ROWS][64] = {{ 0 }}, b[64], some[64];
    struct accumulator *acc = g->acc[o->acc];
    unsigned depth = (unsigned)o->w.k, columns = (unsigned)o->w.n;
    struct mma_tile t = tile_of(w, o->w.b_desc, o->w.trans_b, bytes_of(o->w.b_type));
    if (o->w.a_in_registers)
        a_from_registers(o, a);
    else
        a_from_tile(w, o, warp, o->w.sparse ? depth / 2 : depth, a);
    unsigned held = o->w.sparse ? depth / 2 : depth; /* elements in a row of A */
    for (unsigned i = 0; i < ROWS; i++)
        for (unsigned k = 0; k < held; k++)
            a[i][k] *= (float)o->w.scale_a;
    for (unsigned c = 0; c < columns; c++) {
        for (unsigned k = 0; k < depth; k++)
            b[k] = value_of(w, &t, o->w.b_type, c, k) * (float)o->w.scale_b;
        for (unsigned i = 0; i < ROWS; i++) {
            unsigned shift, *at = cell(acc, i, c, &shift);
            unsigned mask = acc->type == SIMT_MMA_F16 ? 0xffffu << shift : ~0u;
            unsigned was = o->w.scale_d ? (*at & mask) >> shift : 0;
            if (o->w.sparse)
                mma_gather(some, b, i, o->w.a_type, depth, o->meta, o->w.selector);
            unsigned r = mma_accumulate(was, acc->type, a[i], o->w.sparse ? some : b, (int)held, o->w.saturate);
            *at = (*at & ~mask) | r << shift;
        }
    }
}

/* ---- accumulators -------------------------------------------------------------------------------------- */

static unsigned registers_of(const struct simt_wgmma_args *w)
{
    return (unsigned)w->n / (w->acc_type == SIMT_MMA_F16 ? 4 : 2);
}

static void each_register(struct accumulator *acc, int land)
{
    unsigned poison;
    rt_poison(&poison, sizeof poison);
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned i = 0; i < acc->n; i++) {
            if (!acc->reg[l][i])
                continue;
            if (!land)
                acc->value[l][i] = *acc->reg[l][i];
            else if (*acc->reg[l][i] == poison)
                *acc->reg[l][i] = acc->value[l][i];
        }
}

static void poison_registers(struct accumulator *acc)
{
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned i = 0; i < acc->n; i++)
            if (acc->reg[l][i])
                rt_poison(acc->reg[l][i], sizeof(unsigned));
}

/* A register that holds something else than when it landed, or at the last fence. */
static int changed(const struct accumulator *acc)
{
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned i = 0; i < acc->n; i++)
            if (acc->reg[l][i] && *acc->reg[l][i] != acc->value[l][i])
                return 1;
    return 0;
}

static struct accumulator *find(struct wgmma *g, struct simt_wgmma_args *const lane[LANES], unsigned first,
                                unsigned *ret)
{
    for (unsigned i = 0; i < g->nacc; i++)
        if (g->acc[i]->reg[first][0] == lane[first]->d[0]) {
            *ret = i;
            return g->acc[i];
        }
    return NULL;
}

static struct accumulator *add(struct wgmma *g, unsigned *ret)
{
    unsigned i = g->nacc;
    if (i == ACCUMULATORS)
        for (i = 0; i < ACCUMULATORS - 1 && g->acc[i]->flying; i++)
            ;
    else if (!(g->acc[g->nacc++] = rt_malloc(sizeof **g->acc)))
        simt_abandon(2);
    rt_fill(g->acc[i], 0, sizeof **g->acc);
    *ret = i;
    return g->acc[i];
}

/* The registers of this product: known ones, or new ones. */
static struct accumulator *accumulator_of(struct wgmma *g, struct simt_wgmma_args *const lane[LANES], unsigned first,
                                          unsigned *index, uintptr_t pc)
{
    const struct simt_wgmma_args *w = lane[first];
    struct accumulator *acc = find(g, lane, first, index);
    int known = acc != NULL, same = known && acc->columns == w->n && acc->type == w->acc_type;
    if (known && acc->flying) {
        if (!same)
            lane_error("async-hazard", pc, "the accumulator is that of a wgmma.mma_async of another shape which is in "
                       "flight: only products of one shape may follow each other without wgmma.wait_group");
        return acc;
    }
    if (!g->fences)
        lane_error("async-hazard", pc, "no wgmma.fence comes before the first wgmma.mma_async: it orders the registers "
                   "that the warp has written before");
    else if (same && changed(acc))
        lane_error("async-hazard", pc, "registers of the accumulator were written after the last wgmma.fence: it has "
                   "to come between");
    if (!known)
        acc = add(g, index);
    acc->n = registers_of(w);
    acc->columns = w->n;
    acc->type = w->acc_type;
    for (unsigned l = 0; l < LANES; l++)
        for (unsigned i = 0; i < acc->n; i++)
            acc->reg[l][i] = lane[l] ? lane[l]->d[i] : NULL;
    each_register(acc, 0);
    poison_registers(acc);
    return acc;
}

static struct op *new_op(struct wgmma *g)
{
    if (g->first == g->end)
        g->first = g->end = 0;
    if (g->end == g->room) {
        unsigned room = g->room ? 2 * g->room : 16;
        struct op *v = rt_malloc(room * sizeof *v);
        if (!v)
            simt_abandon(2);
        rt_copy(v, g->op, g->end * sizeof *v);
        rt_free(g->op);
        g->op = v;
        g->room = room;
    }
    return &g->op[g->end++];
}

/* ---- the instructions ---------------------------------------------------------------------------------- */

static unsigned lanes_of(void *args[SIMT_WARP], simt_mask mask, struct simt_wgmma_args *lane[LANES])
{
    unsigned first = mask_first(mask), base = first / LANES * LANES;
    for (unsigned i = 0; i < LANES; i++)
        lane[i] = mask >> (base + i) & 1 ? args[base + i] : NULL;
    return first - base;
}

static void check_operands(struct worker *w, const struct simt_wgmma_args *p, uintptr_t pc)
{
    struct mma_tile b = tile_of(w, p->b_desc, p->trans_b, bytes_of(p->b_type));
    check_tile(w, &b, 1, (unsigned)p->n, (unsigned)p->k, p->b_desc, pc);
    if (p->a_in_registers)
        return;
    struct mma_tile a = tile_of(w, p->a_desc, p->trans_a, bytes_of(p->a_type));
    check_tile(w, &a, 0, 64, (unsigned)p->k / (p->sparse ? 2 : 1), p->a_desc, pc);
}

/* What the product reads, for the checks. */
static struct mma_tiles *note_tiles(struct worker *w, struct wgmma *g, const struct simt_wgmma_args *p)
{
    if (!w->tracing || (!g->tiles && !(g->tiles = rt_malloc(NOTES * sizeof *g->tiles))))
        return NULL;
    struct mma_tiles *t = &g->tiles[g->issued % NOTES];
    t->n = 1;
    t->pc = p->pc;
    t->tile[0] = tile_of(w, p->b_desc, p->trans_b, bytes_of(p->b_type));
    t->tile[0].rows = (unsigned)p->n;
    t->tile[0].depth = (unsigned)p->k;
    if (p->a_in_registers)
        return t;
    t->tile[t->n] = tile_of(w, p->a_desc, p->trans_a, bytes_of(p->a_type));
    t->tile[t->n].first = (unsigned)w->w->id % GROUP_WARPS * ROWS;
    t->tile[t->n].rows = ROWS;
    t->tile[t->n++].depth = (unsigned)p->k / (p->sparse ? 2 : 1);
    return t;
}

static void issue(void *args[SIMT_WARP], simt_mask mask)
{
    struct worker *w = simt_worker;
    struct wgmma *g = of_warp(w);
    struct simt_wgmma_args *lane[LANES];
    unsigned first = lanes_of(args, mask, lane), index;
    const struct simt_wgmma_args *p = lane[first];
    struct accumulator *acc = accumulator_of(g, lane, first, &index, p->pc);
    struct op *o = new_op(g);
    rt_copy(&o->w, p, sizeof *p);
    for (unsigned l = 0; l < LANES; l++) {
        rt_fill(o->a[l], 0, sizeof o->a[l]);
        if (lane[l])
            rt_copy(o->a[l], lane[l]->a, sizeof o->a[l]);
        o->meta[l] = lane[l] ? lane[l]->meta : 0;
    }
    if (p->sparse)
        mma_check_metadata(p->a_type, (unsigned)p->k, o->meta, p->selector, 0, p->pc);
    o->pc = acc->pc = g->pc = p->pc;
    o->acc = index;
    o->group = g->group;
    o->tiles = note_tiles(w, g, p);
    acc->flying++;
    g->issued++;
    if (w->w->id % GROUP_WARPS == 0)
        check_operands(w, p, p->pc);
    simt_counter_add(SIMT_N_WGMMA, 1);
    simt_counter_add(SIMT_N_TENSOR_FLOP, 2ull * ROWS * (unsigned)p->n * (unsigned)p->k / (p->sparse ? 2 : 1));
}

void simt_wgmma(struct simt_wgmma_args *args)
{
    struct fiber *f = simt_self();
    if (!f)
        return;
    simt_lane.x_end = 0;
    (void)simt_warp_op(SIMT_WARP_CALL, (simt_mask)~(simt_mask)0, (uintptr_t)args, (uintptr_t)issue, args->pc);
    const struct wgmma *g = of_warp(simt_worker);
    if (simt_worker->tracing && g->op[g->end - 1].tiles)
        trace_sync_at(TRACE_MMA, (uintptr_t)g->op[g->end - 1].tiles, args->pc);
    trace_watch(simt_worker, 1);
}

static void fence(void *args[SIMT_WARP], simt_mask mask)
{
    struct wgmma *g = of_warp(simt_worker);
    (void)args;
    (void)mask;
    g->fences++;
    for (unsigned i = 0; i < g->nacc; i++)
        if (!g->acc[i]->flying)
            each_register(g->acc[i], 0);
}

static void commit(void *args[SIMT_WARP], simt_mask mask)
{
    (void)args;
    (void)mask;
    of_warp(simt_worker)->group++;
}

/* args: how many groups may be left. */
static void wait(void *args[SIMT_WARP], simt_mask mask)
{
    struct worker *w = simt_worker;
    struct wgmma *g = of_warp(w);
    unsigned left = (unsigned)(uintptr_t)args[mask_first(mask)] - 1, until = g->group > left ? g->group - left : 0;
    g->done_from = g->first;
    while (g->first < g->end && g->op[g->first].group < until) {
        const struct op *o = &g->op[g->first++];
        struct accumulator *acc = g->acc[o->acc];
        compute(w, g, o, (unsigned)w->w->id);
        if (--acc->flying == 0)
            each_register(acc, 1);
    }
    g->done_end = g->first;
    g->waits++;
}

static void together(simt_warp_call call, uintptr_t arg, uintptr_t pc)
{
    if (!simt_self())
        return;
    simt_lane.x_end = 0;
    (void)simt_warp_op(SIMT_WARP_CALL, (simt_mask)~(simt_mask)0, arg, (uintptr_t)call, pc);
}

void simt_wgmma_fence(uintptr_t pc) { together(fence, 0, pc); }
void simt_wgmma_commit(uintptr_t pc) { together(commit, 0, pc); }
/* The products are the warpgroup's: none of its warps goes on before all have come. */
static void wait_for_warpgroup(struct worker *w, uintptr_t pc)
{
    enum { ORDER_ID = 16 }; /* named barriers have the ids below */
    struct fiber *f = simt_hot.cur;
    int warp = f->index / SIMT_WARP, first = warp / GROUP_WARPS * GROUP_WARPS;
    uint64_t mine = w->sched->wgmma[warp].waits;
    if (w->tracing)
        trace_sync(TRACE_ARRIVE + ORDER_ID + first / GROUP_WARPS, pc);
    for (int i = first; i < first + GROUP_WARPS && i < w->nwarps;) {
        if (w->sched->wgmma[i].waits >= mine || !w->warps[i].live)
            i++;
        else
            simt_spin(pc);
    }
    if (w->tracing)
        trace_sync(TRACE_WAITED + ORDER_ID + first / GROUP_WARPS, pc);
}

void simt_wgmma_wait(unsigned groups_left, uintptr_t pc)
{
    together(wait, (uintptr_t)groups_left + 1, pc);
    if (!simt_hot.cur)
        return;
    const struct wgmma *g = of_warp(simt_worker);
    for (unsigned i = g->done_from; simt_worker->tracing && i < g->done_end; i++)
        if (g->op[i].tiles)
            trace_sync_at(TRACE_MMA_DONE, (uintptr_t)g->op[i].tiles, pc);
    wait_for_warpgroup(simt_worker, pc);
    trace_watch(simt_worker, wgmma_flying(simt_worker, simt_hot.cur));
}

int wgmma_flying(const struct worker *w, const struct fiber *f)
{
    const struct wgmma *g = w->sched->wgmma ? &w->sched->wgmma[f->index / SIMT_WARP] : NULL;
    return g && g->first < g->end;
}

void wgmma_touched(const struct worker *w, const struct fiber *f, uintptr_t a, int store, uintptr_t pc)
{
    const struct wgmma *g = w->sched->wgmma ? &w->sched->wgmma[f->index / SIMT_WARP] : NULL;
    for (unsigned i = 0; g && i < g->nacc; i++) {
        const struct accumulator *acc = g->acc[i];
        for (unsigned k = 0; acc->flying && k < acc->n; k++)
            if (a - (uintptr_t)acc->reg[f->lane % LANES][k] < sizeof(unsigned)) {
                pair_error("async-hazard", pc, acc->pc, f->index, "%s a register of an accumulator while its "
                           "wgmma.mma_async is in flight: wgmma.commit_group and wgmma.wait_group have to come first",
                           store ? "writes" : "reads");
                return;
            }
    }
}
