/*
 * ref.c: the pager keeps where blocks lie, when they arrive and when they were used last. The planner judges by it:
 * prefetches some accesses ahead, never before the CPU's last use of their block, and hints that are changed block by
 * block while that helps. Windows and beginnings are tried one after the other, and the shortest plan is kept.
 */
#include "lab.h"

#include <string.h>

#ifndef UM_PLAIN /* naive.c plans nothing */
#define UM_PLAIN 0
#endif

static int64_t up(int64_t a, int64_t b)
{
    return (a + b - 1) / b;
}

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* ------------------------------------------------------------------------------------------ one memory or two */

static double slow(const um_box_t *b)
{
    return b->link_Bps > b->cpu_Bps ? b->link_Bps : b->cpu_Bps;
}

double um_token(const um_box_t *b, double bytes)
{
    double fits = bytes < b->cap ? bytes : b->cap, rest = bytes - fits;
    if (rest > 0 && slow(b) <= 0)
        return -1;
    return fits / b->mem_Bps + (rest > 0 ? rest / slow(b) : 0);
}

double um_break_even(const um_box_t *one, const um_box_t *two)
{
    if (one->mem_Bps >= two->mem_Bps)
        return 0;
    double at = two->cap;
    if (slow(two) > 0) {
        if (slow(two) >= one->mem_Bps)
            return -1;
        at *= (1 / two->mem_Bps - 1 / slow(two)) / (1 / one->mem_Bps - 1 / slow(two));
    }
    return at <= one->cap ? at : -1;
}

/* ------------------------------------------------------------------------------------ what a fault brings along */

uint32_t um_grow(uint32_t there, uint32_t faulted, int percent)
{
    uint32_t all = there | faulted, comes = faulted;
    for (int leaf = 0; leaf < 32; leaf++) {
        if (!(faulted >> leaf & 1))
            continue;
        for (int size = 32; size; size /= 2) {
            uint32_t tree = (size == 32 ? UINT32_MAX : (1u << size) - 1) << leaf / size * size;
            if (__builtin_popcount(all & tree) * 100 > size * percent) {
                comes |= tree;
                break;
            }
        }
    }
    return comes & ~there;
}

/* ------------------------------------------------------------------------------------------------- the pager */

enum { HOST, GPU };

struct pager {
    const um_machine_t *m;
    const uint8_t *hint;
    um_stats_t *s;
    int64_t now, free[2], move_ns; /* free[to]: when the direction to that side is */
    int64_t at[2][UM_BLOCKS];      /* arrival */
    uint8_t on[2][UM_BLOCKS];
    int used[UM_BLOCKS], turn, count; /* last use by number; how many are on the GPU */
};

/* The move of a block to a side, asked for at time t. Both: it stays where it was, too. */
static void move(struct pager *p, int b, int to, int64_t t, int both)
{
    t = later(later(t, p->free[to]), p->at[!to][b]);
    p->free[to] = p->at[to][b] = t + p->move_ns;
    *(to == GPU ? &p->s->in_B : &p->s->out_B) += p->m->block_B;
    p->on[to][b] = 1;
    p->on[!to][b] = (uint8_t)both;
    p->count += to == GPU ? 1 : both - 1;
}

/* Makes room for one more block, and says when there is. */
static int64_t room(struct pager *p, int64_t t)
{
    int old = -1;
    if (p->count < p->m->cap)
        return t;
    for (int b = 0; b < p->m->blocks; b++)
        if (p->on[GPU][b] && (old < 0 || p->used[b] < p->used[old]))
            old = b;
    if (p->on[HOST][old]) {
        p->on[GPU][old] = 0, p->count--;
        return t;
    }
    move(p, old, HOST, t, 0);
    return p->at[HOST][old];
}

static void fault(struct pager *p)
{
    p->s->faults++;
    p->now += p->m->fault_ns;
}

static void bring(struct pager *p, int b, int both)
{
    move(p, b, GPU, room(p, p->now), both);
}

static void access(struct pager *p, const um_op_t *o)
{
    int b = o->block, side = o->kind <= UM_GPU_WRITE ? GPU : HOST;
    int write = o->kind == UM_GPU_WRITE || o->kind == UM_CPU_WRITE;
    if (side == GPU)
        p->used[b] = ++p->turn;
    if (!p->on[side][b]) {
        int both = !write && p->hint[b] == UM_MOSTLY;
        if (side == GPU)
            p->now = later(p->now, p->at[HOST][b]);
        if (side == GPU && p->hint[b] == UM_HOME) {
            p->now += up(o->bytes, p->m->far);
            p->s->far_B += o->bytes;
            return;
        }
        fault(p);
        if (side == GPU)
            bring(p, b, both);
        else
            move(p, b, HOST, p->now, both);
    }
    p->now = later(p->now, p->at[side][b]);
    if (write && p->on[!side][b]) {
        p->now = later(p->now, p->at[!side][b]);
        fault(p);
        p->on[!side][b] = 0, p->count -= side == HOST;
    }
    p->now += up(o->bytes, side == GPU ? p->m->gpu : p->m->cpu);
}

void um_run(const um_machine_t *m, const uint8_t *hint, const um_op_t *op, int n, int64_t *end, um_stats_t *s)
{
    struct pager p = { .m = m, .hint = hint, .s = s, .move_ns = up(m->block_B, m->link) };
    memset(p.on[HOST], 1, sizeof p.on[HOST]);
    memset(s, 0, sizeof *s);
    for (int k = 0; k < n; k++) {
        int b = op[k].block;
        if (op[k].kind != UM_PREFETCH) {
            access(&p, &op[k]);
        } else {
            if (!p.on[GPU][b])
                bring(&p, b, hint[b] == UM_MOSTLY);
            p.used[b] = ++p.turn;
        }
        end[k] = p.now;
    }
    s->ns = later(p.now, later(p.free[HOST], p.free[GPU]));
}

/* ------------------------------------------------------------------------------------------------- the brake */

int um_thrash(const um_touch_t *a, int n, int64_t lapse, int threshold, int64_t pin, uint8_t *what)
{
    static int64_t last[UM_BLOCKS], until[UM_BLOCKS];
    static int row[UM_BLOCKS], on[UM_BLOCKS];
    int moved = 0;
    memset(row, 0, sizeof row);
    memset(on, 0, sizeof on);
    memset(until, 0, sizeof until);
    for (int k = 0; k < n; k++) {
        int b = a[k].block;
        int64_t t = a[k].t;
        what[k] = a[k].gpu == on[b] ? UM_LOCAL : UM_ACROSS;
        if (what[k] == UM_LOCAL || t < until[b])
            continue;
        row[b] = row[b] && t - last[b] <= lapse ? row[b] + 1 : 1;
        last[b] = t;
        if (row[b] > threshold) {
            until[b] = t + pin, row[b] = 0;
        } else {
            what[k] = UM_MOVED, on[b] = a[k].gpu;
            moved++;
        }
    }
    return moved;
}

/* ------------------------------------------------------------------------------------------------ the planner */

struct plan {
    const um_machine_t *m;
    const um_op_t *op;
    int n, window; /* window: how many accesses ahead a prefetch stands, -1: there are none */
    uint8_t hint[UM_BLOCKS];
};

static um_op_t laid[UM_OPS];
static int64_t ends[UM_OPS];

/* Before which access the prefetch for access j stands. */
static int stands(const struct plan *p, int j)
{
    int at = j > p->window ? j - p->window : 0;
    for (int k = j - 1; k >= at; k--)
        if (p->op[k].block == p->op[j].block && p->op[k].kind >= UM_CPU_READ)
            return k + 1;
    return at;
}

static int lay(const struct plan *p, um_op_t *out)
{
    static int next[UM_OPS / 2], first[UM_OPS / 2 + 1]; /* prefetches that stand before an access, as lists */
    int n = 0;
    memset(first, -1, sizeof first);
    for (int j = p->n - 1; j >= 0; j--) {
        int at = stands(p, j);
        next[j] = first[at], first[at] = j;
    }
    for (int k = 0; k < p->n; k++) {
        for (int j = first[k]; j >= 0; j = next[j])
            if (p->window >= 0 && p->op[j].kind <= UM_GPU_WRITE && p->hint[p->op[j].block] != UM_HOME)
                out[n++] = (um_op_t){ .kind = UM_PREFETCH, .block = p->op[j].block };
        out[n++] = p->op[k];
    }
    return n;
}

static int64_t takes(const struct plan *p)
{
    um_stats_t s;
    um_run(p->m, p->hint, laid, lay(p, laid), ends, &s);
    return s.ns;
}

/* Changes hints, one block at a time, while a plan becomes shorter. */
static int64_t climb(struct plan *p)
{
    int64_t best = takes(p), before;
    int sweeps = 0;
    do {
        before = best;
        for (int b = 0; b < p->m->blocks; b++) {
            uint8_t is = p->hint[b];
            for (uint8_t h = UM_NONE; h <= UM_HOME; h++) {
                uint8_t was = p->hint[b];
                int64_t t;
                p->hint[b] = h;
                t = h == is ? best : takes(p);
                if (t < best)
                    best = t;
                else
                    p->hint[b] = was;
            }
        }
    } while (best < before && ++sweeps < 6);
    return best;
}

int um_place(const um_machine_t *m, const um_op_t *op, int n, uint8_t *hint, um_op_t *out)
{
    static const int windows[] = { -1, 0, 1, 2, 3, 5, 8, 16 };
    static struct plan best, p;
    int64_t shortest = -1;
    for (int k = 0; k < 8 && !(UM_PLAIN && k); k++)
        for (uint8_t from = UM_NONE; from <= UM_HOME && !(UM_PLAIN && from); from++) {
            p = (struct plan){ .m = m, .op = op, .n = n, .window = windows[k] };
            memset(p.hint, from, sizeof p.hint);
            int64_t t = UM_PLAIN ? takes(&p) : climb(&p);
            if (shortest < 0 || t < shortest)
                shortest = t, best = p;
        }
    memcpy(hint, best.hint, (size_t)m->blocks);
    return lay(&best, out);
}
