/*
 * time.c: a launch's time on a card, from its counts.
 *
 * What a warp waits for is found block by block: the instructions of an inner loop, as often as nvcc unrolls it, run as
 * soon as what they need is there; loads do not pass a store to global memory. What the SMs, the L2 and the memory have
 * to do is counted. The longest of all these is the time.
 */
#include "time.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "counters.h"
#include "ops.h"
#include "runner/base/util.h"
#include "runner/simt/include/simt/abi.h"
#include "runner/simt/include/simt/rows.h"

/* Of integer instructions in a loop that is wholly unrolled, one in so many is left; the others were indices. */
enum { WHOLE_INTS = 4 };
enum { ROWS_MOST = 100000, LOOP_OPS = 4096, FULL_UNROLL = 400, PART_UNROLL = 100, SECTOR = 32, WORD = 4 };

struct access {
    uint32_t pc;
    int op, space;
    double requests, units, first, misses, lines;
    double part; /* of the source's requests, as many as nvcc makes of one */
};

#define OFTEN 1.1 /* a store that comes to its sectors more often than so: other stores lie between */

enum bound { BOUND_DRAM, BOUND_L2, BOUND_L1, BOUND_SHARED, BOUND_CONST, BOUND_FMA, BOUND_ALU, BOUND_F64,
             BOUND_SPECIAL, BOUND_TENSOR, BOUND_ISSUE, BOUND_LATENCY, BOUND_BARRIERS, BOUND_ATOMICS, BOUND_LAUNCH,
             BOUNDS };
static const char *const bound_names[BOUNDS] = {"DRAM", "L2", "L1", "shared", "constants", "FMA pipe", "ALU pipe",
                                                "FP64 pipe", "special functions", "tensor cores", "issue",
                                                "latency", "barriers", "atomics", "launch"};

struct model {
    const struct simt_card *c;
    const struct simt_block *block;
    struct gpu_op *op; /* the map's, of which those of the lane's own memory are none */
    size_t nblocks, naccess;
    double block_warps, warps;
    double *rows;                /* of each block */
    size_t *loop;                /* the last block of each block's inner loop; nblocks: none */
    struct access *access;
    double dram_share;           /* of the loads that the L1 has not */
    double n[OP_KINDS], weight;  /* warp instructions, and those of mathematical functions */
    double wait, barrier_wait;   /* cycles, of all warps */
    double first, st_sectors, lines, shared, global_requests;
    double stored, st_partial;    /* distinct sectors that are stored to; sectors that requests do not store whole */
    double st_once;               /* sectors not stored whole, of the one store that has most and comes to each once */
    double constants;             /* addresses of constant memory beyond a request's first */
    double atomics, atomic_turns; /* lanes of atomics; how often a slice of the L2 is busy with them */
};

const char *simt_card_read(const json_t *values, struct simt_card *ret)
{
#define FIELD(name) {#name, offsetof(struct simt_card, name)},
    static const struct {
        const char *name;
        size_t to;
    } t[] = {SIMT_CARD(FIELD)};
#undef FIELD
    for (size_t k = 0; k < sizeof t / sizeof t[0]; k++) {
        double v = json_number_value(json_object_get(json_object_get(values, t[k].name), "value"));
        if (!(v > 0))
            return t[k].name;
        memcpy((char *)ret + t[k].to, &v, sizeof v);
    }
    return NULL;
}

static double cell(const json_t *row, size_t k)
{
    double v = (double)json_integer_value(json_array_get(row, k));
    return v > 0 ? v : 0;
}

static int by_pc(const void *x, const void *y)
{
    const struct access *a = x, *b = y;
    return a->pc < b->pc ? -1 : a->pc > b->pc;
}

static double total(const json_t *launch, const char *name)
{
    return (double)json_integer_value(json_object_get(json_object_get(launch, "totals"), name));
}

/* ---- what was counted ---------------------------------------------------------------------------------- */

/* Shared accesses that nvcc makes one of; additions at one address of shared memory are one, too. */
static void join(struct access *a, const json_t *row)
{
    size_t at = sums_joined(row, 0);
    if (a->op == SIMT_ATOMIC || a->op == SIMT_RED) {
        a->units = fmax(a->units - cell(row, ACCESS_SERIAL), a->requests);
    } else if (at != ACCESS_REQUESTS && a->requests > 0 && cell(row, at) > 0) {
        a->part = cell(row, at) / a->requests;
        a->requests = cell(row, at);
        a->units = cell(row, at + 1);
    }
}

static void read_global(struct model *m, const struct access *a, const json_t *row)
{
    double lanes = cell(row, ACCESS_LANES);
    if (a->op == SIMT_ATOMIC || a->op == SIMT_RED) {
        m->atomics += lanes;
        m->atomic_turns += fmin(lanes, 2 * a->units + 8 * cell(row, ACCESS_SERIAL));
    }
    if (a->op == SIMT_WRITE) {
        double partial = fmax(a->units - cell(row, ACCESS_BYTES) / SECTOR, 0);
        if (a->units > OFTEN * m->stored)
            m->st_partial += partial;
        else /* one field after another of the same structures: joined on the way */
            m->st_once = fmax(m->st_once, partial);
    }
    m->lines += a->lines;
    m->first += a->op == SIMT_READ ? a->first : 0;
    m->st_sectors += a->op == SIMT_READ ? 0 : a->units;
    m->global_requests += a->requests;
}

static void read_row(struct model *m, struct access *a, const json_t *row)
{
    *a = (struct access){.pc = (uint32_t)cell(row, ACCESS_PC), .op = (int)cell(row, ACCESS_OP),
                         .space = (int)cell(row, ACCESS_SPACE), .requests = cell(row, ACCESS_REQUESTS),
                         .units = cell(row, ACCESS_UNITS), .first = cell(row, ACCESS_FIRST),
                         .misses = cell(row, ACCESS_MISSES), .lines = cell(row, ACCESS_CACHE_LINES),
                         .part = 1};
    if (a->space == SPACE_GLOBAL) {
        read_global(m, a, row);
    } else if (a->space == SPACE_SHARED) {
        join(a, row);
        m->shared += a->units;
    } else if (a->space == SPACE_CONST) {
        m->constants += fmax(a->units - a->requests, 0);
    }
}

static void read_access(struct model *m, const json_t *launch)
{
    const json_t *list = json_object_get(launch, "access"), *row;
    size_t k, n = json_array_size(list);
    m->stored = total(launch, "uniq_st_sectors");
    m->access = calloc(n + 1, sizeof *m->access);
    json_array_foreach(list, k, row) {
        if (!m->access || m->naccess == ROWS_MOST)
            break;
        read_row(m, &m->access[m->naccess++], row);
    }
    m->st_partial += m->st_once;
    if (m->access)
        qsort(m->access, m->naccess, sizeof *m->access, by_pc);
    double fresh = total(launch, "uniq_ld_sectors");
    m->dram_share = m->first > fresh ? fresh / m->first : 1;
}

static const struct access *access_at(const struct model *m, uint32_t pc)
{
    struct access key = {.pc = pc};
    return pc && m->naccess ? bsearch(&key, m->access, m->naccess, sizeof key, by_pc) : NULL;
}

static size_t block_index(const struct model *m, uint32_t pc)
{
    size_t lo = 0, hi = m->nblocks;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (m->block[mid].pc < pc)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < m->nblocks && m->block[lo].pc == pc ? lo : m->nblocks;
}

static void read_rows(struct model *m, const json_t *launch)
{
    size_t k, at;
    const json_t *row;
    json_array_foreach(json_object_get(launch, "bb"), k, row) {
        at = block_index(m, (uint32_t)cell(row, BLOCK_PC));
        if (at < m->nblocks)
            m->rows[at] += cell(row, BLOCK_ROWS);
    }
    for (size_t j = 0; j < m->nblocks; j++)
        m->loop[j] = m->nblocks;
    /* Outer loops end later: the first end that is found for a block is its innermost's. */
    for (size_t j = 0; j < m->nblocks; j++) {
        size_t i = m->rows[j] > 0 && m->block[j].back ? block_index(m, m->block[j].back) : m->nblocks;
        for (; i <= j && i < m->nblocks; i++)
            if (m->loop[i] == m->nblocks)
                m->loop[i] = j;
    }
}

/* An access of a block that ran, of which no memory was counted, is to an array that the lane alone has: nvcc keeps
 * such arrays in registers, where its loops tell it each index. */
static int own_ops(struct model *m, const struct gpu_op *op)
{
    size_t n = 0;
    for (size_t j = 0; j < m->nblocks; j++)
        if (m->block[j].op + (size_t)m->block[j].nops > n)
            n = m->block[j].op + (size_t)m->block[j].nops;
    m->op = malloc((n + 1) * sizeof *m->op);
    if (!m->op)
        return -1;
    if (n)
        memcpy(m->op, op, n * sizeof *op);
    for (size_t j = 0; j < m->nblocks; j++)
        for (uint32_t k = 0; m->rows[j] > 0 && k < m->block[j].nops; k++) {
            struct gpu_op *o = &m->op[m->block[j].op + k];
            if ((o->kind == OP_LOAD || o->kind == OP_STORE) && !access_at(m, o->pc)) {
                o->kind = OP_NONE;
                o->own = 1;
            }
        }
    return 0;
}

/* ---- what a warp waits for ----------------------------------------------------------------------------- */

static double load_latency(const struct model *m, const struct access *a)
{
    const struct simt_card *c = m->c;
    if (!a)
        return c->lat_alu;
    if (a->space == SPACE_SHARED || a->space == SPACE_DSMEM)
        return c->lat_shared + 2 * (a->units / fmax(a->requests, 1) - 1);
    if (a->space != SPACE_GLOBAL)
        return c->lat_shared;
    /* Warps of a block that share a sector wait for it together, though one of them alone has missed it. */
    double miss = fmin(1, sqrt(m->block_warps) * a->misses / fmax(a->requests, 1));
    double apart = fmax(a->lines / fmax(a->requests, 1) - 1, 0) / c->l1_rate;
    return c->lat_l1 + apart + miss * (c->lat_l2 - c->lat_l1 + m->dram_share * (c->lat_dram - c->lat_l2));
}

static double latency(const struct model *m, const struct gpu_op *o)
{
    const struct simt_card *c = m->c;
    switch (o->kind) {
    case OP_NONE: return 0;
    case OP_F64: return c->lat_f64;
    case OP_CONVERT: case OP_SPECIAL: return c->lat_special;
    case OP_DIV: return 2 * c->lat_special;
    case OP_DIV64: return 8 * c->lat_f64;
    case OP_IDIV: return 3 * c->lat_special;
    case OP_MATH: return o->weight <= 3 ? c->lat_special : c->lat_alu * o->weight;
    case OP_LOAD: return load_latency(m, access_at(m, o->pc));
    case OP_ATOMIC: return c->lat_atomic;
    case OP_WARP: return c->lat_shared;
    case OP_BARRIER: return c->lat_barrier;
    default: return c->lat_alu;
    }
}

/* Warp instructions that one of these stands for. */
static double instructions(const struct gpu_op *o)
{
    switch (o->kind) {
    case OP_NONE: return 0;
    case OP_DIV: return 9;
    case OP_DIV64: return 20;
    case OP_IDIV: return 18;
    case OP_MATH: return o->weight;
    default: return 1;
    }
}

struct flow {
    double ready[OP_IDS]; /* when each value is there */
    double stored, end, issued;
    int seen_store;
};

static void flow_op(const struct model *m, struct flow *f, const struct gpu_op *o, double weight)
{
    double start = 0, late = weight * latency(m, o);
    const struct access *a = o->kind == OP_LOAD || o->kind == OP_STORE ? access_at(m, o->pc) : NULL;
    for (int k = 0; k < OP_SOURCES; k++)
        if (o->src[k] && f->ready[o->src[k]] > start)
            start = f->ready[o->src[k]];
    if (o->kind == OP_LOAD && a && a->space == SPACE_GLOBAL)
        start = fmax(start, f->stored);
    if (o->kind == OP_BARRIER) {
        start = f->end;
        for (int k = 0; k < OP_IDS; k++)
            f->ready[k] = fmax(f->ready[k], start + late);
    }
    if ((o->kind == OP_STORE && a && a->space == SPACE_GLOBAL) || o->kind == OP_ATOMIC)
        f->stored = start + m->c->lat_store;
    f->issued += weight * instructions(o) * (a ? a->part : 1);
    if (o->dst)
        f->ready[o->dst] = o->constant ? start : start + late;
    if (o->kind != OP_NONE && o->kind != OP_LOAD && o->kind != OP_SPECIAL && !o->constant)
        f->end = fmax(f->end, start + (o->kind == OP_STORE || o->kind == OP_ATOMIC ? m->c->lat_alu : late));
}

static void count_op(struct model *m, const struct gpu_op *o, double times)
{
    m->n[o->kind] += times * instructions(o);
    if (o->kind == OP_BARRIER)
        m->barrier_wait += times * m->c->lat_barrier;
}

/* A warp issues in order: of what waits and what is issued, the shorter is hidden by half. */
static double alone(const struct flow *f)
{
    return fmax(f->end, f->issued) + .5 * fmin(f->end, f->issued);
}

/* The instructions behind a block's last jump are no part of its row: they run with the block that follows. */
static uint32_t behind_jump(const struct model *m, const struct simt_block *b)
{
    uint32_t k = b->nops;
    while (k > 0 && m->op[b->op + k - 1].kind != OP_BRANCH)
        k--;
    return k ? k : b->nops;
}

/* Is this one of the instructions that an unrolled loop has once: steps of a number, and the end's own comparison and
 * jump? Others that compare and jump stay, but in a loop that is wholly unrolled. */
static int goes_away(const struct model *m, const struct gpu_op *o, size_t j, int whole)
{
    int step = o->kind == OP_INT && (o->src[0] == o->dst || o->src[1] == o->dst);
    return o->constant && (step || whole || j == m->loop[j]);
}

/* Blocks first..last of one loop that run at least every other time, `unroll` times over. */
static void flow_turn(struct model *m, struct flow *f, size_t first, size_t last, unsigned unroll, int whole, int own)
{
    for (unsigned u = 0; u < unroll; u++)
        for (size_t j = first; j <= last; j++) {
            const struct simt_block *b = &m->block[j];
            int often = 2 * m->rows[j] > m->rows[last];
            for (uint32_t k = often ? 0 : behind_jump(m, b); m->loop[j] == last && k < b->nops; k++) {
                const struct gpu_op *o = &m->op[b->op + k];
                if (!goes_away(m, o, j, whole) || u + 1 == unroll)
                    flow_op(m, f, o, own && o->kind == OP_INT ? 0 : 1);
            }
        }
}

/* The next turn begins where this one ends; what was asked for ahead of it may still be on its way. */
static void next_turn(struct flow *f)
{
    for (int k = 0; k < OP_IDS; k++)
        f->ready[k] = fmax(f->ready[k] - f->end, 0);
    f->stored = fmax(f->stored - f->end, 0);
    f->end = f->issued = 0;
}

/* How often a loop is come to: as often as the block before it runs, where that is no part of it. */
static double entries(const struct model *m, size_t first, size_t last)
{
    return first > 0 && m->loop[first - 1] != last ? fmin(m->rows[first - 1], m->rows[first]) : 0;
}

/* Of all turns of a loop; `own`: indices of an array in registers cost nothing. */
static double loop_cycles(struct model *m, size_t first, size_t last, unsigned unroll, int whole, int own)
{
    static _Thread_local struct flow f;
    double come = entries(m, first, last), turns = m->rows[first] > 0 ? m->rows[first] : m->rows[last], begun;
    memset(&f, 0, sizeof f);
    flow_turn(m, &f, first, last, unroll, whole, own);
    begun = alone(&f);
    next_turn(&f);
    flow_turn(m, &f, first, last, unroll, whole, own);
    return (come * begun + (turns - come) * alone(&f)) / unroll;
}

/* Of a block in no loop. One that runs more than once a warp is a function's: nvcc has put it into the loop that calls
 * it, and unrolls that. */
static double block_cycles(struct model *m, size_t j)
{
    static _Thread_local struct flow f;
    const struct simt_block *b = &m->block[j];
    unsigned times = m->rows[j] > 2 * m->warps ? (unsigned)m->c->unroll : 1;
    memset(&f, 0, sizeof f);
    for (unsigned u = 0; u < times; u++)
        for (uint32_t k = 0; k < b->nops; k++)
            flow_op(m, &f, &m->op[b->op + k], 1);
    return alone(&f) / times;
}

static size_t loop_start(const struct model *m, size_t last)
{
    return block_index(m, m->block[last].back);
}

/* The comparison before the jump that ends a loop; NULL: none. */
static const struct gpu_op *end_of(const struct model *m, size_t last)
{
    const struct gpu_op *end = NULL;
    for (uint32_t k = 1; k < m->block[last].nops; k++)
        if (m->op[m->block[last].op + k].kind == OP_BRANCH)
            end = &m->op[m->block[last].op + k - 1];
    return end;
}

struct ids { /* of registers and places of the stack */
    uint8_t has[OP_IDS];
};

static void add_sources(struct ids *s, const struct gpu_op *o)
{
    for (int q = 0; q < OP_SOURCES; q++)
        if (o->src[q])
            s->has[o->src[q]] = 1;
}

/* Backwards over a block's instructions before `end`: 1 when a constant is added to one of the values; those that come
 * from elsewhere stay in `s`. */
static int stepped(const struct model *m, const struct simt_block *b, const struct gpu_op *end, struct ids *s)
{
    for (const struct gpu_op *o = end; o-- > m->op + b->op;) {
        if (!o->dst || !s->has[o->dst])
            continue;
        if (o->kind == OP_INT && o->constant)
            return 1;
        s->has[o->dst] = 0;
        if (o->kind == OP_NONE)
            add_sources(s, o);
    }
    return 0;
}

/* The loop's end looks at a number that each turn adds a constant to. */
static int counts(const struct model *m, size_t last, const struct gpu_op *end)
{
    struct ids s = {{0}};
    if (!end)
        return 0;
    add_sources(&s, end);
    if (stepped(m, &m->block[last], end, &s))
        return 1;
    for (size_t j = last; j-- > loop_start(m, last);)
        if (stepped(m, &m->block[j], m->op + m->block[j].op + m->block[j].nops, &s))
            return 1;
    return 0;
}

struct body { /* of a loop */
    unsigned n, exits; /* of its instructions; where it may be left */
    int barrier, warp, own;
};

/* Does this instruction of the loop leave it, its end or before? */
static int leaves(const struct model *m, const struct gpu_op *o, size_t j, size_t last)
{
    size_t to = o->kind == OP_BRANCH && o->src[0] ? block_index(m, o->pc) : m->nblocks;
    return to < m->nblocks && (to < loop_start(m, last) || to > last || (j == last && to == loop_start(m, last)));
}

static struct body body_of(const struct model *m, size_t last)
{
    struct body b = {0};
    for (size_t j = loop_start(m, last); j <= last; j++)
        for (uint32_t k = 0; k < m->block[j].nops; k++) {
            const struct gpu_op *o = &m->op[m->block[j].op + k];
            b.n += o->kind != OP_NONE;
            b.barrier |= o->kind == OP_BARRIER;
            b.warp |= o->kind == OP_WARP;
            b.own |= o->own;
            b.exits += leaves(m, o, j, last);
        }
    return b;
}

/* nvcc unrolls small loops by 4, less where that makes them long; those with a barrier or a shuffle inside or of which
 * nobody knows the number of turns not at all; wholly where that number is a constant and nothing else ends them, and
 * then an array that the lane alone has is in registers. Numbers of 64 bits cannot overflow, so any step will do. */
static unsigned unrolled(const struct model *m, size_t last, int *whole)
{
    const struct gpu_op *end = end_of(m, last);
    const struct body b = body_of(m, last);
    int steps = counts(m, last, end);
    unsigned u = (unsigned)m->c->unroll;
    *whole = !b.barrier && b.exits < 2 && steps && (end->constant == OP_KNOWN_END || b.own);
    if (b.barrier || b.n * u > FULL_UNROLL)
        return 1;
    if (*whole)
        return 2 * u;
    if (b.warp || !(steps || (end && end->wide)))
        return 1;
    while (u > 1 && b.n * u > PART_UNROLL)
        u /= 2;
    return u;
}

/* Does an array in registers alone take what the k-th instruction of this block makes, to be told where? Then nvcc
 * knows it, and it is nothing. */
static int tells_where(const struct model *m, const struct simt_block *b, uint32_t k)
{
    struct ids s = {{0}};
    s.has[m->op[b->op + k].dst] = 1;
    for (uint32_t q = k + 1; q < b->nops; q++) {
        const struct gpu_op *o = &m->op[b->op + q];
        int hands_on = o->kind == OP_INT || (o->kind == OP_NONE && o->dst), taken = 0;
        for (int n = 0; n < OP_SOURCES; n++)
            taken |= o->src[n] && s.has[o->src[n]] && (n > 1 || !o->own);
        if (taken && !hands_on)
            return 0;
        if (o->dst)
            s.has[o->dst] = (uint8_t)taken;
    }
    s.has[OP_FLAGS] = 0;
    return !memchr(s.has, 1, sizeof s.has); /* else it lives on */
}

static void walk(struct model *m)
{
    for (size_t j = 0; j < m->nblocks; j++) {
        if (m->rows[j] <= 0)
            continue;
        size_t last = m->loop[j];
        int whole = 0, own = last < m->nblocks && body_of(m, last).own;
        unsigned u = last < m->nblocks ? unrolled(m, last, &whole) : 1;
        int in_loop = last < m->nblocks && 2 * m->rows[j] > m->rows[last];
        for (uint32_t k = 0; k < m->block[j].nops; k++) {
            const struct gpu_op *o = &m->op[m->block[j].op + k];
            const struct access *a = o->kind == OP_LOAD || o->kind == OP_STORE ? access_at(m, o->pc) : NULL;
            double fewer = goes_away(m, o, j, whole) ? u : whole && o->kind == OP_INT ? WHOLE_INTS : 1;
            if (!whole || !(goes_away(m, o, j, whole) || o->kind == OP_CONVERT ||
                            (own && o->kind == OP_INT && tells_where(m, &m->block[j], k))))
                count_op(m, o, m->rows[j] * (a ? a->part : 1) / fewer);
        }
        if (!in_loop)
            m->wait += m->rows[j] * block_cycles(m, j);
        else if (j == last)
            m->wait += loop_cycles(m, loop_start(m, last), last, u, whole, whole && own);
        m->n[OP_MATH] += m->rows[j] * m->block[j].special;
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

static int float_atomics(const struct model *m)
{
    for (size_t k = 0; k < m->nblocks; k++)
        for (uint32_t q = 0; m->rows[k] > 0 && q < m->block[k].nops; q++)
            if (m->op[m->block[k].op + q].kind == OP_ATOMIC && m->op[m->block[k].op + q].is_float)
                return 1;
    return 0;
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

/* Does an atomic's address hang on which lane it is? If not, nvcc has one lane of a warp add for all. */
static int lanes_choose(const struct model *m)
{
    struct ids differ = {{0}};
    for (size_t k = 0; k < m->nblocks; k++)
        for (uint32_t q = 0; m->rows[k] > 0 && q < m->block[k].nops; q++) {
            const struct gpu_op *o = &m->op[m->block[k].op + q];
            if (o->kind == OP_ATOMIC && differ.has[ops_register("%rdi")])
                return 1;
            tell_lanes(&differ, o);
        }
    return 0;
}

/* Where all go to one word that nvcc has known to be one, it adds integers once a warp. Else lanes at the hottest word
 * wait for each other, and those within a slice's unit of memory for that slice of the L2; the hottest word says over
 * how many words they are spread. */
static double atomics(const struct model *m, const json_t *launch)
{
    const struct simt_card *c = m->c;
    double hot = total(launch, "hot_lanes"), whole = fmax(m->atomics, hot);
    int is_float = float_atomics(m);
    if (hot <= 0)
        return 0;
    if (!is_float && hot >= whole && !lanes_choose(m))
        return fmin(hot * c->atomic_lane, total(launch, "hot_requests") * c->atomic_int);
    double units = fmin(fmax(whole / hot * WORD / c->slice, 1), c->slices);
    return fmax(hot * (is_float ? c->atomic_float : c->atomic_lane), m->atomic_turns / units * c->atomic_slice);
}

/* Of what all warps wait, as much as the one does that runs the most basic blocks. */
static double longest(const struct model *m, const json_t *launch)
{
    double rows = 0;
    for (size_t k = 0; k < m->nblocks; k++)
        rows += m->rows[k];
    return total(launch, "longest") / fmax(rows, 1);
}

/* Seconds that each resource needs. */
static void bounds_of(const struct model *m, const json_t *launch, const struct time_facts *f, double s[BOUNDS])
{
    const struct simt_card *c = m->c;
    double warps = f->blocks * ceil(f->threads / 32), per_block = ceil(f->threads / 32);
    double resident = fmax(floor(f->occupancy * f->warps_sm / per_block), 1);
    double fullest = ceil(f->blocks / c->sms) * c->sms / fmax(f->blocks, 1); /* the SM with most blocks to the mean */
    double sm = fullest / (c->sms * c->clock), turns = fmax(f->blocks / (c->sms * resident), 1);
    double ops = sum_of(m);
    if (f->blocks > 4 * c->sms * resident)
        sm /= fullest;
    s[BOUND_DRAM] = (2 * SECTOR * total(launch, "uniq_ld_pairs") + SECTOR * total(launch, "uniq_st_sectors")) / c->dram;
    s[BOUND_L2] = SECTOR * (m->first + m->st_sectors - m->st_partial) / c->l2 + m->st_partial / c->l2_partial;
    s[BOUND_CONST] = sm * m->constants / c->const_rate;
    s[BOUND_L1] = sm * m->lines / c->l1_rate;
    s[BOUND_SHARED] = sm * (m->shared + m->n[OP_WARP]) / c->shared_rate;
    s[BOUND_FMA] = sm * ((m->n[OP_F32] + m->n[OP_F16] + .5 * m->n[OP_MATH] + .5 * m->n[OP_DIV]) / c->fma_rate +
                         m->n[OP_IMUL] / c->imul_rate);
    s[BOUND_ALU] = sm * (m->n[OP_INT] + .3 * m->n[OP_MATH] + .3 * m->n[OP_IDIV]) / c->alu_rate;
    s[BOUND_F64] = sm * (m->n[OP_F64] + m->n[OP_DIV64]) / c->f64_rate;
    s[BOUND_SPECIAL] = sm * (m->n[OP_CONVERT] + .1 * (m->n[OP_MATH] + m->n[OP_DIV] + m->n[OP_IDIV])) / c->special_rate;
    s[BOUND_TENSOR] = f->tensor_flop / c->tensor * fullest;
    s[BOUND_ISSUE] = sm * ops / c->issue_rate;
    s[BOUND_LATENCY] = turns * (m->wait - m->barrier_wait) / fmax(warps, 1) / c->clock;
    s[BOUND_BARRIERS] = turns * m->barrier_wait / fmax(warps, 1) / c->clock;
    s[BOUND_LATENCY] = fmax(s[BOUND_LATENCY], longest(m, launch) * (m->wait - m->barrier_wait) / c->clock);
    s[BOUND_LAUNCH] = f->blocks * c->block;
    s[BOUND_ATOMICS] = atomics(m, launch);
}

static json_t *combined(const struct simt_card *c, double s[BOUNDS])
{
    int most = BOUND_LAUNCH;
    double sum = 0;
    s[BOUND_LATENCY] += s[BOUND_BARRIERS];
    for (int k = 0; k < BOUNDS; k++) {
        if (k == BOUND_BARRIERS)
            continue;
        sum += pow(s[k], c->soft);
        if (s[k] > s[most])
            most = k;
    }
    if (most == BOUND_LATENCY && 2 * s[BOUND_BARRIERS] > s[BOUND_LATENCY])
        most = BOUND_BARRIERS;
    double work = pow(sum, 1 / c->soft), us = 1e6 * (c->launch + (s[BOUND_LATENCY] > 0 ? c->start : 0) + work);
    return json_pack("{s:f s:f s:f s:s}", SIMT_TIME_KEY(us), us, "lo", us * c->lo, "hi", us * c->hi, "bound",
                     bound_names[work < c->launch ? BOUND_LAUNCH : most]);
}

json_t *time_estimate(const struct simt_card *card, const json_t *launch, const struct simt_map *map,
                      const struct time_facts *f)
{
    struct model m = {.c = card};
    double s[BOUNDS] = {0};
    json_t *ret = NULL;
    const struct gpu_op *op;
    m.block = map_blocks(map, &m.nblocks, &op);
    m.rows = calloc(m.nblocks + 1, sizeof *m.rows);
    m.loop = calloc(m.nblocks + 1, sizeof *m.loop);
    m.block_warps = ceil(f->threads / 32);
    m.warps = f->blocks * m.block_warps;
    read_access(&m, launch);
    if (m.rows && m.loop && m.access)
        read_rows(&m, launch);
    if (m.rows && m.loop && m.access && !own_ops(&m, op)) {
        walk(&m);
        bounds_of(&m, launch, f, s);
        ret = combined(card, s);
    }
    free(m.op);
    free(m.rows);
    free(m.loop);
    free(m.access);
    return ret;
}
