/*
 * time.c: a launch's time on a card, from its counts.
 *
 * What a warp waits for is found block by block: the instructions of a loop, as often as nvcc unrolls it (loops.h), run
 * as soon as what they need is there; loads do not pass a store to global memory, and nothing passes a division. What
 * the SMs, the L2 and the memory have to do is counted. The longest of all these is the time.
 */
#include "time_model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "loops.h"
#include "ops.h"
#include "runner/base/util.h"
#include "runner/simt/include/simt/abi.h"
#include "runner/simt/include/simt/rows.h"

/* Of integer instructions in a loop that is wholly unrolled, one in so many is left; the others were indices. */
enum { WHOLE_INTS = 4, HALF2_FLOP = 4 /* of one lane's multiply-add of two halves */ };
enum { RECIPROCAL = 3 /* a division takes so many times what is left without it */ };
enum { OWN_ROWS = 16 /* lines of a request */ };
enum { PASSES = 8 /* of a loop, over which hits and misses of the L1 are averaged */ };
/* Registers that nvcc spends on loads of an unrolled loop: one a word, and two more for an address of its own. */
enum { REGISTERS = 26, ADDRESS = 2, FRAGMENT = 8 /* of 16 x 16 halves */ };
enum { HEARD_WITHIN = 8 /* instructions */, SHARED_TURN = 2 /* cycles from a word of a bank to the next */ };

static void read_rows(struct model *m, const json_t *launch)
{
    size_t k, at;
    const json_t *row;
    json_array_foreach(json_object_get(launch, "bb"), k, row) {
        at = loops_block(&m->code, (uint32_t)model_cell(row, BLOCK_PC));
        if (at < m->code.nblocks)
            m->rows[at] += model_cell(row, BLOCK_ROWS);
    }
}

/* The block that has this address; nblocks: none. */
static size_t block_around(const struct code *c, uint32_t pc)
{
    size_t lo = 0, hi = c->nblocks;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (c->block[mid].pc <= pc)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo && pc - c->block[lo - 1].pc <= c->block[lo - 1].size ? lo - 1 : c->nblocks;
}

/* A load that no instruction makes is that of a warp together, such as of a tensor core's fragment: it takes the place
 * of the block's first collective. */
static void give_load(struct code *c, const struct access *a)
{
    size_t j = block_around(c, a->pc);
    struct gpu_op *warp = NULL;
    for (uint32_t k = 0; j < c->nblocks && c->rows[j] > 0 && k < c->block[j].nops; k++) {
        struct gpu_op *o = &c->op[c->block[j].op + k];
        if (o->pc == a->pc)
            return;
        warp = !warp && o->kind == OP_WARP ? o : warp;
    }
    if (warp)
        *warp = (struct gpu_op){.kind = OP_LOAD, .dst = warp->dst, .pc = a->pc, .wide = 1};
}

/* Room for each instruction's figures. */
static int make_room(struct model *m, size_t n)
{
    m->code.op = calloc(n + 1, sizeof *m->code.op);
    m->code.left = malloc((n + 1) * sizeof *m->code.left);
    m->code.apart = calloc(n + 1, 1);
    m->code.data = calloc(n + 1, 1);
    m->credit = calloc(n + 1, sizeof *m->credit);
    m->when = calloc(n + 1, sizeof *m->when);
    if (!m->code.op || !m->code.left || !m->code.apart || !m->code.data || !m->credit || !m->when)
        return -1;
    for (size_t k = 0; k < n; k++)
        m->code.left[k] = 1;
    return 0;
}

/* An access of a block that ran, of which no memory was counted, is to an array that the lane alone has: nvcc keeps
 * such arrays in registers, where its loops tell it each index. */
static int own_ops(struct model *m, const struct gpu_op *op)
{
    struct code *c = &m->code;
    size_t n = 0;
    for (size_t j = 0; j < c->nblocks; j++)
        if (c->block[j].op + (size_t)c->block[j].nops > n)
            n = c->block[j].op + (size_t)c->block[j].nops;
    if (make_room(m, n))
        return -1;
    if (n)
        memcpy(c->op, op, n * sizeof *op);
    for (size_t j = 0; j < c->nblocks; j++)
        for (uint32_t k = 0; m->rows[j] > 0 && k < c->block[j].nops; k++) {
            struct gpu_op *o = &c->op[c->block[j].op + k];
            if ((o->kind == OP_LOAD || o->kind == OP_STORE) && !access_at(m, o->pc)) {
                o->kind = OP_NONE;
                o->own = 1;
            }
        }
    for (size_t k = 0; k < m->naccess; k++)
        if (m->access[k].op == SIMT_READ)
            give_load(c, &m->access[k]);
    return 0;
}

/* ---- what a warp waits for ----------------------------------------------------------------------------- */

static double lines_of(const struct access *a)
{
    return fmax(a->lines / fmax(a->requests, 1), 1);
}

/* How much later than from the L2 the last of a request's lines is there from memory. */
static double from_memory(const struct model *m, const struct access *a)
{
    return m->c->lat_dram - m->c->lat_l2 + m->c->lat_spread * log2(lines_of(a));
}

/* How much later than its first word a request has its last one from the L1, by lines and by words of a bank. */
static double in_turn(const struct simt_card *c, const struct access *a)
{
    return (lines_of(a) - 1) / c->l1_tags + SHARED_TURN * (fmax(a->banks / fmax(a->requests, 1), 1) - 1);
}

static double load_latency(const struct model *m, struct access *a)
{
    const struct simt_card *c = m->c;
    if (!a)
        return c->lat_alu;
    if (a->space == SPACE_SHARED || a->space == SPACE_DSMEM)
        return c->lat_shared + SHARED_TURN * (a->units / fmax(a->requests, 1) - 1);
    if (a->space != SPACE_GLOBAL)
        return c->lat_shared;
    /* Warps of a block that share a sector wait for it together, though one of them alone has missed it. Where lanes go
     * by rows of their own, other warps do, too. */
    double together = lines_of(a) < OWN_ROWS ? sqrt(m->beside) : 1;
    a->due += fmin(1, together * a->misses / fmax(a->requests, 1));
    double miss = a->due >= 1;
    a->due -= miss;
    double apart = miss > 0 ? (lines_of(a) - 1) / c->l1_rate : in_turn(c, a);
    return c->lat_l1 + apart + miss * (c->lat_l2 - c->lat_l1 + m->dram_share * from_memory(m, a));
}

/* Until an atomic's result is there, which is looked at only where somebody needs it. */
static double result_latency(const struct model *m, const struct gpu_op *o, double late)
{
    const struct access *a = o->kind == OP_ATOMIC ? access_at(m, o->pc) : NULL;
    if (!a || a->space != SPACE_GLOBAL)
        return a ? fmax(late, m->c->lat_shared) : late;
    return fmax(late, m->c->lat_l2 + m->atomics_new * from_memory(m, a));
}

/* Floats, and integers of 64 bits, are added to shared memory by a loop that loads, adds, and swaps unless another lane
 * did: of those at a word, one gets through at a time. */
static int is_swapped(const struct access *a, const struct gpu_op *o)
{
    return a && a->space == SPACE_SHARED && (o->is_float || a->words > 1);
}

static double atomic_latency(const struct model *m, const struct gpu_op *o)
{
    const struct access *a = access_at(m, o->pc);
    if (is_swapped(a, o))
        return m->c->lat_swap * a->turns / fmax(a->requests, 1);
    return m->c->lat_atomic;
}

/* A block's warps come to a barrier one by one. */
static double barrier_latency(const struct model *m)
{
    return m->c->lat_barrier + m->c->lat_barrier_warp * m->block_warps;
}

/* Where a loop divides by the same number in each turn, nvcc finds its reciprocal once: that is most of the work. */
static int is_by_same(const struct model *m, const struct gpu_op *o)
{
    return (m->code.data[o - m->code.op] & DATA_SAME_DIVISOR) != 0;
}

static double latency(const struct model *m, const struct gpu_op *o)
{
    const struct simt_card *c = m->c;
    switch (o->kind) {
    case OP_NONE: return 0;
    case OP_F64: return c->lat_f64;
    case OP_CONVERT: case OP_SPECIAL: return c->lat_special;
    case OP_DIV: return c->lat_div;
    case OP_DIV64: return 8 * c->lat_f64;
    case OP_IDIV: return is_by_same(m, o) ? c->lat_idiv / RECIPROCAL : c->lat_idiv;
    case OP_MATH: return o->weight <= 3 ? c->lat_special : c->lat_special + c->lat_alu * (o->weight - 1);
    case OP_LOAD: return load_latency(m, access_at(m, o->pc));
    case OP_ATOMIC: return atomic_latency(m, o);
    case OP_WARP: return c->lat_shared;
    case OP_BARRIER: return barrier_latency(m);
    default: return c->lat_alu;
    }
}

/* Warp instructions that one of these stands for. */
static double instructions(const struct model *m, const struct gpu_op *o)
{
    switch (o->kind) {
    case OP_NONE: return 0;
    case OP_DIV: return 9;
    case OP_DIV64: return 20;
    case OP_IDIV: return is_by_same(m, o) ? 9 : 18;
    case OP_MATH: return o->weight;
    case OP_INT: return o->wide ? 2 : 1;
    default: return 1;
    }
}

struct flow {
    double ready[OP_IDS]; /* when each value is there */
    double there[OP_IDS]; /* when the sector is, at the address that the value tells */
    double stored, end, issued;
    double changed;   /* when memory was last changed: in the program's order */
    double fragments; /* when what tensor cores were given is there */
    double constants; /* when constant memory is free again */
    int unrolled; /* the loop is, in part */
    double held;  /* registers that loads on their way hold */
    double first; /* when the first of these is there */
    double fence; /* nothing behind a division begins before */
};

/* When a load of an unrolled loop begins: where no register is left, the first one on its way is waited for. */
static double hold(const struct model *m, struct flow *f, const struct gpu_op *o, const struct access *a, double start,
                   double late)
{
    double needs = (o->wide ? FRAGMENT : a->words) + (m->code.apart[o - m->code.op] ? ADDRESS : 0);
    if (f->held + needs > REGISTERS) {
        f->fence = fmax(f->fence, f->first);
        f->held = 0;
    }
    start = fmax(start, f->fence);
    f->first = f->held > 0 ? f->first : start + late;
    f->held += needs;
    return start;
}

/* A load beside one that waits for memory finds no sector in the L1 before that one does: of a structure's members, the
 * second is no sooner there than the first. */
static double arrives(struct flow *f, const struct gpu_op *o, double at)
{
    double *there = &f->there[o->src[1] ? o->src[1] : o->src[0]];
    return *there = fmax(*there, at);
}

/* How many of a load's requests the L1 has not. */
static double missed(const struct access *a)
{
    return fmin(a->misses / fmax(a->requests, 1), 1);
}

static void flow_op(const struct model *m, struct flow *f, const struct gpu_op *o, double weight)
{
    double start = f->fence, late = weight * latency(m, o);
    struct access *a = o->kind == OP_LOAD || o->kind == OP_STORE ? access_at(m, o->pc) : NULL;
    for (int k = 0; k < OP_SOURCES; k++)
        if (o->src[k] && f->ready[o->src[k]] > start)
            start = f->ready[o->src[k]];
    if (o->kind == OP_LOAD && a && a->space == SPACE_GLOBAL)
        start = fmax(fmax(start, f->changed), f->stored - (1 - missed(a)) * m->c->lat_store);
    if (o->kind == OP_LOAD && a && a->space == SPACE_GLOBAL && f->unrolled)
        start = hold(m, f, o, a, start, late);
    if (o->kind == OP_LOAD && a && a->space == SPACE_CONST) { /* one at a time */
        start = fmax(start, f->constants);
        f->constants = start + late;
    }
    if (o->kind == OP_WARP)
        start = fmax(start, f->fragments);
    if (o->kind == OP_BARRIER) {
        start = f->end;
        for (int k = 0; k < OP_IDS; k++)
            f->ready[k] = fmax(f->ready[k], start + late);
    }
    if ((o->kind == OP_STORE && a && a->space == SPACE_GLOBAL) || o->kind == OP_ATOMIC) {
        start = f->changed = fmax(start, f->changed);
        f->stored = start + m->c->lat_store;
    }
    if (o->kind == OP_DIV || o->kind == OP_DIV64)
        f->fence = start + late;
    if (o->kind == OP_LOAD && a && a->space == SPACE_GLOBAL)
        late = arrives(f, o, start + late) - start;
    if (o->kind == OP_LOAD && o->wide)
        f->fragments = fmax(f->fragments, start + late);
    if (o->kind == OP_BRANCH && m->code.data[o - m->code.op] & DATA_OF_LOOP) /* a GPU does not guess */
        f->fence = f->end = fmax(fmax(f->end, f->fence), start + m->c->lat_branch);
    f->issued += weight * instructions(m, o) * (a ? a->part : 1);
    if (o->dst) {
        f->ready[o->dst] = o->constant ? start : start + result_latency(m, o, late);
        f->there[o->dst] = 0;
    }
    if (o->kind != OP_NONE && o->kind != OP_LOAD && o->kind != OP_SPECIAL && !o->constant)
        f->end = fmax(f->end, start + (o->kind == OP_STORE ? m->c->lat_alu : late));
}

static void count_op(struct model *m, const struct gpu_op *o, double times)
{
    m->n[o->kind] += times * instructions(m, o);
    if (o->kind == OP_BARRIER)
        m->barrier_wait += times * barrier_latency(m);
}

/* A warp issues in order: of what waits and what is issued, the shorter is hidden by half. */
static double alone(const struct flow *f)
{
    return fmax(f->end, f->issued) + .5 * fmin(f->end, f->issued);
}

/* What nvcc has taken out of the loop runs in the first turn alone. */
static void flow_left(struct model *m, struct flow *f, size_t op, double weight)
{
    const struct gpu_op *o = &m->code.op[op];
    if (m->code.left[op] < 1) {
        m->credit[op] += m->code.left[op];
        if (m->credit[op] < 1) {
            if (o->dst)
                f->ready[o->dst] = m->when[op];
            return;
        }
        m->credit[op] -= 1;
    }
    flow_op(m, f, o, weight);
    if (o->dst)
        m->when[op] = f->ready[o->dst];
}

/* One turn of a loop: blocks that run at least every other time. final: it ends with the loop's comparison. */
static void flow_once(struct model *m, struct flow *f, size_t last, int final)
{
    const struct nest *n = &m->code.nest[last];
    for (size_t j = n->first; j <= last; j++) {
        const struct simt_block *b = &m->code.block[j];
        size_t inner = loops_inner(&m->code, j, last);
        if (inner < m->code.nblocks) {
            for (unsigned t = 0; t < m->code.nest[inner].turns; t++)
                flow_once(m, f, inner, 0);
            j = inner;
            continue;
        }
        int often = 2 * m->rows[j] > m->rows[last];
        for (uint32_t k = often ? 0 : loops_behind_jump(&m->code, b); m->code.loop[j] == last && k < b->nops; k++) {
            const struct gpu_op *o = &m->code.op[b->op + k];
            if (final || !loops_goes_away(&m->code, o, j, n->whole))
                flow_left(m, f, b->op + k, n->whole && n->own && o->kind == OP_INT ? 0 : 1);
        }
    }
}

static void flow_turn(struct model *m, struct flow *f, size_t last, unsigned unroll)
{
    for (unsigned u = 0; u < unroll; u++)
        flow_once(m, f, last, u + 1 == unroll);
}

static void forget_credit(struct model *m, size_t first, size_t last)
{
    for (size_t j = first; j <= last; j++)
        for (size_t k = m->code.block[j].op; k < m->code.block[j].op + (size_t)m->code.block[j].nops; k++)
            m->credit[k] = 1 - m->code.left[k] + 1e-9;
}

/* The next turn begins where this one ends; what was asked for ahead of it may still be on its way. */
static void next_turn(struct flow *f)
{
    for (int k = 0; k < OP_IDS; k++) {
        f->ready[k] = fmax(f->ready[k] - f->end, 0);
        f->there[k] = fmax(f->there[k] - f->end, 0);
    }
    f->fence = fmax(f->fence - f->end, 0);
    f->stored = fmax(f->stored - f->end, 0);
    f->changed = fmax(f->changed - f->end, 0);
    f->fragments = fmax(f->fragments - f->end, 0);
    f->constants = fmax(f->constants - f->end, 0);
    f->first = fmax(f->first - f->end, 0);
    f->end = f->issued = f->held = 0;
}

/* Of all turns of a loop. */
static double loop_cycles(struct model *m, size_t last)
{
    static _Thread_local struct flow f;
    const struct nest *n = &m->code.nest[last];
    int own = m->code.loop[n->first] == last && m->rows[n->first] > 0; /* else the first block is another loop's */
    double come = loops_entries(&m->code, n->first, last), turns = m->rows[own ? n->first : last], begun,
           steady = 0;
    memset(&f, 0, sizeof f);
    m->beside = come > 0 ? fmax(fmin(come / m->blocks, m->block_warps), 1) : m->block_warps;
    f.unrolled = n->unroll > 1 && !n->whole;
    forget_credit(m, n->first, last);
    flow_turn(m, &f, last, n->unroll);
    begun = alone(&f);
    for (int k = 0; k < PASSES; k++) {
        next_turn(&f);
        forget_credit(m, n->first, last);
        flow_turn(m, &f, last, n->unroll);
        steady += alone(&f) / PASSES;
    }
    return (come * begun + fmax(turns - come, 0) * steady) / n->unroll;
}

/* Of a block in no loop. One that runs more than once a warp is a function's: nvcc has put it into the loop that calls
 * it, and unrolls that. */
static double block_cycles(struct model *m, size_t j)
{
    static _Thread_local struct flow f;
    const struct simt_block *b = &m->code.block[j];
    unsigned times = m->rows[j] > 2 * m->warps ? (unsigned)m->c->unroll : 1;
    m->beside = m->block_warps;
    memset(&f, 0, sizeof f);
    for (unsigned u = 0; u < times; u++)
        for (uint32_t k = 0; k < b->nops; k++)
            flow_op(m, &f, &m->code.op[b->op + k], 1);
    return alone(&f) / times;
}

/* What nvcc knows the place of in constant memory is part of the instruction that needs it. */
static void join_constants(struct model *m)
{
    for (size_t j = 0; j < m->code.nblocks; j++)
        for (uint32_t q = 0; m->rows[j] > 0 && q < m->code.block[j].nops; q++) {
            struct gpu_op *o = &m->code.op[m->code.block[j].op + q];
            const struct access *a = o->kind == OP_LOAD ? access_at(m, o->pc) : NULL;
            if (!a || a->space != SPACE_CONST || !(m->code.data[o - m->code.op] & DATA_KNOWN_PLACE))
                continue;
            m->constants -= a->units;
            o->kind = OP_NONE;
        }
}

/* Loads that are left out touch no memory. */
static void scale_loads(struct model *m)
{
    for (size_t j = 0; j < m->code.nblocks; j++)
        for (uint32_t q = 0; m->rows[j] > 0 && q < m->code.block[j].nops; q++) {
            size_t k = m->code.block[j].op + q;
            const struct gpu_op *o = &m->code.op[k];
            const struct access *a = o->kind == OP_LOAD && m->code.left[k] < 1 ? access_at(m, o->pc) : NULL;
            if (!a)
                continue;
            if (a->space == SPACE_SHARED)
                m->shared -= a->units * (1 - m->code.left[k]);
            if (a->space == SPACE_GLOBAL)
                m->l1 -= model_l1_cycles(m, a) * (1 - m->code.left[k]);
        }
}

/* Do barriers part a loop's loads from memory from what is done with them? */
static int is_parted(const struct model *m, size_t last)
{
    for (size_t j = m->code.nest[last].first; m->code.nest[last].parts && j <= last; j++)
        for (uint32_t q = 0; m->rows[j] > 0 && q < m->code.block[j].nops; q++) {
            const struct gpu_op *o = &m->code.op[m->code.block[j].op + q];
            const struct access *a = o->kind == OP_LOAD ? access_at(m, o->pc) : NULL;
            if (a && a->space == SPACE_GLOBAL)
                return 1;
        }
    return 0;
}

static void add_loop(struct model *m, size_t last)
{
    double wait = loop_cycles(m, last);
    int parts = 0;
    for (size_t k = last; k < m->code.nblocks; k = m->code.nest[k].parent)
        parts |= is_parted(m, k);
    m->wait += wait;
    m->parted += parts ? wait : 0;
}

/* How many of the k-th instruction of block j nvcc leaves, of each time that a warp runs it here. */
static double left_here(const struct model *m, size_t j, uint32_t k)
{
    const struct simt_block *b = &m->code.block[j];
    const struct gpu_op *o = &m->code.op[b->op + k];
    const struct nest *n = m->code.loop[j] < m->code.nblocks ? &m->code.nest[m->code.loop[j]] : NULL;
    double left = m->code.left[b->op + k];
    int whole = n && n->whole, once = n && loops_goes_away(&m->code, o, j, whole);
    if (whole && (once || o->kind == OP_CONVERT))
        return 0;
    if (whole && n->own && o->kind == OP_INT && loops_tells_where(&m->code, b, k))
        return 0;
    if (once)
        return left / n->unroll;
    /* What comes with halves is how this CPU computes with them. */
    int data = (m->code.data[b->op + k] & DATA_OF_LOOP) && !b->flops[FLOPS_F16];
    return whole && o->kind == OP_INT && left == 1 && !data ? left / WHOLE_INTS : left;
}

static void walk(struct model *m)
{
    for (size_t j = 0; j < m->code.nblocks; j++) {
        const struct simt_block *b = &m->code.block[j];
        size_t last = m->code.loop[j];
        if (m->rows[j] <= 0)
            continue;
        for (uint32_t k = 0; k < b->nops; k++) {
            const struct gpu_op *o = &m->code.op[b->op + k];
            const struct access *a = o->kind == OP_LOAD || o->kind == OP_STORE ? access_at(m, o->pc) : NULL;
            count_op(m, o, m->rows[j] * left_here(m, j, k) * (a ? a->part : 1));
            if (o->kind == OP_ATOMIC && last == m->code.nblocks && is_swapped(access_at(m, o->pc), o))
                m->swap_wait += m->rows[j] * atomic_latency(m, o);
        }
        if (last == m->code.nblocks || 2 * m->rows[j] <= m->rows[last])
            m->wait += m->rows[j] * block_cycles(m, j);
        else if (j == last && !m->code.nest[last].turns)
            add_loop(m, last);
        m->n[OP_MATH] += m->rows[j] * b->special;
        m->n[OP_F16] += m->rows[j] * b->flops[FLOPS_F16] / HALF2_FLOP;
    }
}

/* ---- the estimate -------------------------------------------------------------------------------------- */

static double sum_of(const struct model *m)
{
    double n = 0;
    for (int k = 0; k < OP_KINDS; k++)
        n += m->n[k];
    return n;
}

/* Are there atomics of floats (FLOAT), and such of memory that take integers of 64 bits (WIDE)? */
enum { FLOAT = 1, WIDE = 2 };
static int kinds_of_atomics(const struct model *m)
{
    int kinds = 0;
    for (size_t k = 0; k < m->code.nblocks; k++)
        for (uint32_t q = 0; m->rows[k] > 0 && q < m->code.block[k].nops; q++) {
            const struct gpu_op *o = &m->code.op[m->code.block[k].op + q];
            const struct access *a = o->kind == OP_ATOMIC ? access_at(m, o->pc) : NULL;
            if (o->kind == OP_ATOMIC && o->is_float)
                kinds |= FLOAT;
            else if (a && a->space == SPACE_GLOBAL && a->words > 1)
                kinds |= WIDE;
        }
    return kinds;
}

/* After this instruction: which values lanes may differ in. A value does if its sources do; a function's, if its first
 * two arguments do. */
static void tell_lanes(struct ids *differ, const struct gpu_op *o)
{
    static const char *const arguments[] = {"%rdi", "%rsi"};
    uint8_t any = o->kind == OP_SPECIAL;
    for (int q = 0; q < OP_SOURCES; q++)
        any |= differ->has[o->src[q]];
    for (size_t q = 0; o->kind == OP_NONE && o->pc && !o->own && q < sizeof arguments / sizeof arguments[0]; q++)
        any |= differ->has[ops_register(arguments[q])];
    if (o->dst)
        differ->has[o->dst] = any;
}

/* Does the program ask for an atomic's result? The hook that tells it stands right behind. */
static int is_heard(const struct model *m, size_t atomic)
{
    const struct simt_block *last = &m->code.block[m->code.nblocks - 1];
    for (size_t k = atomic + 1; k < last->op + (size_t)last->nops && k <= atomic + HEARD_WITHIN; k++) {
        const struct gpu_op *o = &m->code.op[k];
        if (o->kind == OP_NONE && !o->pc && o->dst == ops_register("%rax") && o->src[0] == ops_register("%rdi"))
            return 1;
    }
    return 0;
}

/* What of an atomic hangs on which lane it is: its address; what it adds, where its result is needed. */
enum { BY_ADDRESS = 1, BY_VALUE = 2 };
static int lanes_choose(const struct model *m)
{
    struct ids differ = {{0}};
    int by = 0;
    for (size_t k = 0; k < m->code.nblocks; k++)
        for (uint32_t q = 0; m->rows[k] > 0 && q < m->code.block[k].nops; q++) {
            const struct gpu_op *o = &m->code.op[m->code.block[k].op + q];
            if (o->kind == OP_ATOMIC && differ.has[o->src[0]])
                by |= BY_ADDRESS;
            if (o->kind == OP_ATOMIC && differ.has[o->src[1]] && is_heard(m, m->code.block[k].op + q))
                by |= BY_VALUE;
            tell_lanes(&differ, o);
        }
    return by;
}

/* Where all go to one word that nvcc has known to be one, it adds integers of 32 bits once a warp; but where each lane
 * needs a result of its own, and they add different numbers, only for warps that are there whole. Else lanes at the
 * hottest word wait for each other, and those within a slice's unit of memory for that slice of the L2; the hottest
 * word says over how many words they are spread. */
static double atomics(const struct model *m, const json_t *launch)
{
    const struct simt_card *c = m->c;
    double hot = model_total(launch, "hot_lanes"), whole = fmax(m->atomics, hot);
    int kinds = kinds_of_atomics(m), by = kinds || hot < whole ? BY_ADDRESS : lanes_choose(m);
    if (hot <= 0)
        return 0;
    if (by == BY_VALUE)
        return m->split_lanes * c->atomic_lane + m->whole_warps * c->atomic_int;
    if (!by)
        return fmin(hot * c->atomic_lane, model_total(launch, "hot_requests") * c->atomic_int);
    double units = fmin(fmax(whole / hot * WORD / c->slice, 1), c->slices);
    return fmax(hot * (kinds & FLOAT ? c->atomic_float : c->atomic_lane), m->atomic_turns / units * c->atomic_slice);
}

/* Lanes that have to swap a word of shared memory one after another: in each block those at the word that has most. By
 * `once`: only where no loop is around, else only in loops, where a block's other warps do something else meanwhile. */
static double swaps(const struct model *m, int once)
{
    double most = 0;
    for (size_t k = 0; k < m->code.nblocks; k++)
        for (uint32_t q = 0; m->rows[k] > 0 && q < m->code.block[k].nops; q++) {
            const struct gpu_op *o = &m->code.op[m->code.block[k].op + q];
            const struct access *a = o->kind == OP_ATOMIC ? access_at(m, o->pc) : NULL;
            if (is_swapped(a, o) && once == (m->code.loop[k] == m->code.nblocks))
                most = fmax(most, a->hot);
        }
    return most;
}

/* Of what all warps wait, as much as the one does that runs the most basic blocks. */
static double longest(const struct model *m, const json_t *launch)
{
    double rows = 0;
    for (size_t k = 0; k < m->code.nblocks; k++)
        rows += m->rows[k];
    return model_total(launch, "longest") / fmax(rows, 1);
}

/* The SM that has most to do, to the mean of all: blocks go, in their order, to the SM that has had least. */
static double fullest(const struct model *m, const json_t *launch, double blocks)
{
    const json_t *work = json_object_get(launch, "work"), *row;
    size_t sms = (size_t)m->c->sms, n = json_array_size(work), k;
    double *has = n && sms ? calloc(sms, sizeof *has) : NULL, sum = 0, most = 0;
    if (!has)
        return blocks > 4 * m->at_once ? 1 : ceil(blocks / m->c->sms) * m->c->sms / fmax(blocks, 1);
    json_array_foreach(work, k, row) {
        size_t to = 0;
        for (size_t q = 1; q < sms; q++)
            to = has[q] < has[to] ? q : to;
        has[to] += fmax((double)json_integer_value(row), 0);
        sum += fmax((double)json_integer_value(row), 0);
        most = fmax(most, has[to]);
    }
    free(has);
    return sum > 0 ? most * (double)sms / sum : 1;
}

/* Seconds that each resource needs. */
static void bounds_of(const struct model *m, const json_t *launch, const struct time_facts *f, double s[BOUNDS])
{
    const struct simt_card *c = m->c;
    double warps = m->warps;
    double uneven = fullest(m, launch, f->blocks), sm = uneven / (c->sms * c->clock);
    double turns = fmax(f->blocks / m->at_once, 1);
    double ops = sum_of(m), apart = m->first > 0 ? m->apart / m->first : 0;
    double pairs = model_total(launch, "uniq_ld_pairs");
    s[BOUND_DRAM] = 2 * SECTOR * pairs * ((1 - apart) / c->dram + apart / c->dram_apart) +
                    SECTOR * model_total(launch, "uniq_st_sectors") / c->dram_store +
                    SECTOR * fmin(m->changed, model_total(launch, "uniq_st_sectors")) / c->dram_apart;
    double again = fmax(m->st_alone - m->st_partial, 0);
    s[BOUND_L2] = SECTOR * (m->first + m->st_sectors - m->st_partial - again) / c->l2 + m->st_partial / c->l2_partial +
                  again / c->l2_again;
    s[BOUND_L2] = fmax(s[BOUND_L2], sm * SECTOR * (m->first + m->st_sectors) / c->fill);
    s[BOUND_CONST] = sm * m->constants / c->const_rate;
    s[BOUND_L1] = sm * m->l1;
    s[BOUND_SHARED] = sm * (m->shared + m->n[OP_WARP]) / c->shared_rate;
    s[BOUND_FMA] = sm * ((m->n[OP_F32] + .5 * m->n[OP_MATH] + .5 * m->n[OP_DIV]) / c->fma_rate +
                         (m->n[OP_IMUL] + m->n[OP_F16]) / c->imul_rate);
    s[BOUND_ALU] = sm * (m->n[OP_INT] + .3 * m->n[OP_MATH] + .3 * m->n[OP_IDIV]) / c->alu_rate;
    s[BOUND_F64] = sm * (m->n[OP_F64] + m->n[OP_DIV64]) / c->f64_rate;
    s[BOUND_SPECIAL] = sm * (m->n[OP_CONVERT] + .1 * (m->n[OP_MATH] + m->n[OP_DIV] + m->n[OP_IDIV])) / c->special_rate;
    s[BOUND_TENSOR] = f->tensor_flop / (model_total(launch, "wgmma") > 0 ? c->tensor : c->tensor_warp) * uneven;
    s[BOUND_ISSUE] = sm * ops / c->issue_rate;
    s[BOUND_LATENCY] = turns * (m->wait - m->barrier_wait) / fmax(warps, 1) / c->clock;
    s[BOUND_BARRIERS] = turns * m->barrier_wait / fmax(warps, 1) / c->clock;
    s[BOUND_LATENCY] = fmax(s[BOUND_LATENCY], longest(m, launch) * (m->wait - m->barrier_wait) / c->clock);
    s[BOUND_LATENCY] += m->wait > 0 ? (turns - 1) * c->turnover : 0;
    s[BOUND_LAUNCH] = f->blocks * c->block;
    double swap = turns * c->lat_swap / c->clock / m->blocks;
    s[BOUND_ATOMICS] = fmax(atomics(m, launch), swaps(m, 0) * swap);
    s[BOUND_LATENCY] += fmax(swaps(m, 1) * swap - turns * m->swap_wait / fmax(warps, 1) / c->clock, 0);
}

/* How well one resource's time is hidden behind another's: where barriers part a loop's loads from its sums, by other
 * blocks of the SM alone. */
static double overlap_of(const struct model *m, const struct time_facts *f)
{
    double blocks = fmin(m->at_once / m->c->sms, ceil(f->blocks / m->c->sms));
    double parted = m->wait > 0 ? m->parted / m->wait : 0;
    return m->c->soft - parted * (m->c->soft - fmin(blocks, m->c->soft));
}

json_t *time_estimate(const struct simt_card *card, const json_t *launch, const struct simt_map *map,
                      const struct time_facts *f)
{
    struct model m = {.c = card, .code.unroll = (unsigned)card->unroll};
    double s[BOUNDS] = {0};
    json_t *ret = NULL;
    const struct gpu_op *op;
    m.code.block = map_blocks(map, &m.code.nblocks, &op);
    m.code.rows = m.rows = calloc(m.code.nblocks + 1, sizeof *m.rows);
    m.code.loop = calloc(m.code.nblocks + 1, sizeof *m.code.loop);
    m.code.nest = calloc(m.code.nblocks + 1, sizeof *m.code.nest);
    m.block_warps = ceil(f->threads / 32);
    m.blocks = fmax(f->blocks, 1);
    m.warps = f->blocks * m.block_warps;
    m.at_once = card->sms * fmax(floor(f->occupancy * f->warps_sm / m.block_warps), 1);
    model_read(&m, launch);
    if (m.rows && m.code.loop && m.code.nest && m.access) {
        read_rows(&m, launch);
        loops_find(&m.code);
    }
    if (m.rows && m.code.loop && m.code.nest && m.access && !own_ops(&m, op)) {
        loops_unroll(&m.code);
        values_find_left(&m.code);
        join_constants(&m);
        scale_loads(&m);
        walk(&m);
        bounds_of(&m, launch, f, s);
        ret = bounds_combined(card, s, overlap_of(&m, f));
    }
    free(m.code.op);
    free(m.code.nest);
    free(m.code.left);
    free(m.code.apart);
    free(m.code.data);
    free(m.code.loop);
    free(m.rows);
    free(m.credit);
    free(m.when);
    free(m.access);
    return ret;
}
