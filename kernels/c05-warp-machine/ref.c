/*
 * ref.c: a machine that looks at a warp only when something may have changed for it. Each warp knows the first cycle in
 * which its scoreboard lets it issue; when no warp can, the clock jumps to the first cycle in which one will.
 *
 * Paths stand in a list by number. A path that waits has its children behind it, so a list that is cut from its end is
 * the stack of a machine that has one, and a list of which any childless path may run is independent scheduling: the
 * two differ in choose() alone.
 */
#include "lab.h"

#include <string.h>

#ifndef WM_JUMPS /* naive.c goes from cycle to cycle */
#define WM_JUMPS 1
#endif

/* ------------------------------------------------------------------------------------------ where lanes meet again */

/* The instructions that every way from p to the last exit passes, by those of its successors: a set is 64 bits. */
static uint64_t passed(const wm_ins_t *code, int p, int last, uint64_t all, const uint64_t *after)
{
    uint64_t next = all;
    if (code[p].op == WM_EXIT)
        next = p == last ? 0 : all;
    else if (code[p].op != WM_JMP)
        next &= after[p + 1];
    if (code[p].op == WM_JMP || code[p].op == WM_BZ)
        next &= after[code[p].imm];
    return next | 1ull << p;
}

void wm_joins(const wm_ins_t *code, int n, int *join)
{
    uint64_t all = n == WM_CODE ? ~0ull : (1ull << n) - 1, after[WM_CODE + 1];
    int last = n - 1;
    while (last > 0 && code[last].op != WM_EXIT)
        last--;
    for (int p = 0; p <= n; p++)
        after[p] = all;
    for (int changed = 1; changed;) {
        changed = 0;
        for (int p = n - 1; p >= 0; p--) {
            uint64_t next = passed(code, p, last, all, after);
            changed |= next != after[p];
            after[p] = next;
        }
    }
    for (int p = 0; p < n; p++) {
        join[p] = code[p].op == WM_BZ ? n : -1;
        uint64_t beyond = after[p] & ~(1ull << p);
        for (int q = 0; q < n && join[p] == n; q++) /* the first one is followed by all others */
            if (beyond >> q & 1 && after[q] == beyond)
                join[p] = q;
    }
}

/* ---------------------------------------------------------------------------------------------- what requests cost */

int wm_pieces(uint32_t mask, const uint32_t addr[WM_LANES], uint32_t bytes)
{
    uint32_t seen[WM_LANES];
    int n = 0, k;
    for (; mask; mask &= mask - 1) {
        uint32_t piece = addr[__builtin_ctz(mask)] & ~(bytes - 1);
        for (k = n; k > 0 && seen[k - 1] != piece; k--)
            ;
        if (!k)
            seen[n++] = piece;
    }
    return n;
}

int wm_waves(uint32_t mask, const uint32_t addr[WM_LANES])
{
    uint32_t word[WM_LANES][WM_LANES];
    uint8_t words[WM_LANES] = { 0 };
    int most = 0;
    for (; mask; mask &= mask - 1) {
        uint32_t w = addr[__builtin_ctz(mask)] / 4, bank = w % 32;
        int k = words[bank];
        while (k > 0 && word[bank][k - 1] != w)
            k--;
        if (!k)
            word[bank][words[bank]++] = w;
        most = words[bank] > most ? words[bank] : most;
    }
    return most;
}

int wm_pick(int policy, int warps, const uint8_t *can, int last)
{
    if (policy == WM_OLDEST && last >= 0 && can[last])
        return last;
    int first = policy == WM_TURNS ? last + 1 : 0;
    for (int k = 0; k < warps; k++)
        if (can[(first + k) % warps])
            return (first + k) % warps;
    return -1;
}

/* ----------------------------------------------------------------------------------------------------- the machine */

struct path {
    uint32_t mask;
    int pc, join, number, parent; /* parent: its place in the list, -1 for the first */
    int children;
};

struct warp {
    struct path path[2 * WM_LANES + 2];
    int paths, made, last; /* how many there are; numbers given away; of the path that issued last */
    int now;               /* the place of the path whose turn it is */
    int waits;             /* at a bar */
    int64_t due[WM_REGS], when;
    uint32_t live, reg[WM_REGS][WM_LANES];
};

struct machine {
    const wm_cfg_t *cfg;
    const wm_ins_t *code;
    uint32_t *global, *shared;
    wm_count_t *count;
    int n, warps, join[WM_CODE];
    int64_t clock, port;
    struct warp warp[WM_WARPS];
};

static int is_memory(int op)
{
    return op >= WM_LDG && op <= WM_STS;
}

/* The place of the path that issues next. The list is in the order of numbers, and its last path never waits. */
static int choose(const struct warp *w, int paths)
{
    int first = w->paths - 1;
    for (int k = w->paths - 1; k >= 0 && paths == WM_INDEPENDENT; k--)
        if (!w->path[k].children)
            first = k;
    for (int k = first; k < w->paths; k++)
        if (w->path[k].number > w->last && !w->path[k].children)
            return k;
    return first;
}

/* The registers that an operation reads and writes. */
enum { D = 1, A = 2, B = 4 };
static const uint8_t uses[WM_OPS] = {
    [WM_LI] = D,       [WM_ADD] = D | A | B, [WM_ADDI] = D | A, [WM_SUB] = D | A | B, [WM_MUL] = D | A | B,
    [WM_AND] = D | A | B, [WM_SHR] = D | A | B, [WM_SLT] = D | A | B, [WM_LDG] = D | A,  [WM_STG] = A | B,
    [WM_LDS] = D | A,  [WM_STS] = A | B,     [WM_BZ] = A,
};

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The first cycle in which the scoreboard lets the warp issue for the path whose turn it is. */
static void look(struct machine *m, struct warp *w)
{
    w->when = INT64_MAX;
    if (!w->live || w->waits)
        return;
    w->now = choose(w, m->cfg->paths);
    const wm_ins_t *i = &m->code[w->path[w->now].pc];
    w->when = later(uses[i->op] & D ? w->due[i->d] : 0, uses[i->op] & A ? w->due[i->a] : 0);
    w->when = later(w->when, uses[i->op] & B ? w->due[i->b] : 0);
}

/* Takes path k from the list, and with it all that have come to their ends because of that. */
static void end_path(struct warp *w, int k)
{
    while (k >= 0) {
        int parent = w->path[k].parent;
        w->paths--;
        memmove(&w->path[k], &w->path[k + 1], (size_t)(w->paths - k) * sizeof w->path[0]);
        for (int c = 0; c < w->paths; c++)
            w->path[c].parent -= w->path[c].parent > k;
        if (parent < 0)
            return;
        struct path *p = &w->path[parent];
        k = --p->children == 0 && (!p->mask || p->pc == p->join) ? parent : -1;
    }
}

static void arrive(struct warp *w, int k, int pc)
{
    w->path[k].pc = pc;
    if (pc == w->path[k].join)
        end_path(w, k);
}

static void leave(struct warp *w, int k)
{
    uint32_t gone = w->path[k].mask;
    w->live &= ~gone;
    for (int p = k; p >= 0; p = w->path[p].parent)
        w->path[p].mask &= ~gone;
    end_path(w, k);
}

static void part(struct warp *w, int k, int join, int to, uint32_t jump)
{
    const int pc[2] = { to, w->path[k].pc + 1 };
    const uint32_t mask[2] = { jump, w->path[k].mask & ~jump };
    w->path[k].pc = join;
    for (int c = 0; c < 2; c++)
        if (pc[c] != join) {
            w->path[w->paths++] = (struct path){ mask[c], pc[c], join, ++w->made, k, 0 };
            w->path[k].children++;
        }
}

static void branch(struct machine *m, struct warp *w, int k)
{
    struct path *p = &w->path[k];
    const wm_ins_t *i = &m->code[p->pc];
    uint32_t jump = 0;
    for (uint32_t left = p->mask; left; left &= left - 1) {
        int l = __builtin_ctz(left);
        jump |= (uint32_t)!w->reg[i->a][l] << l;
    }
    if (jump && jump != p->mask) {
        int join = m->join[p->pc];
        m->count->splits++;
        part(w, k, join, i->imm, jump);
        if (!w->path[k].children) /* both sides are the next instruction */
            arrive(w, k, join);
    } else
        arrive(w, k, jump ? i->imm : p->pc + 1);
}

static uint32_t computed(const wm_ins_t *i, uint32_t a, uint32_t b)
{
    switch (i->op) {
    case WM_LI: return (uint32_t)i->imm;
    case WM_ADD: return a + b;
    case WM_ADDI: return a + (uint32_t)i->imm;
    case WM_SUB: return a - b;
    case WM_MUL: return a * b;
    case WM_AND: return a & b;
    case WM_SHR: return a >> (b & 31);
    default: return (int32_t)a < (int32_t)b;
    }
}

static void arithmetic(struct machine *m, struct warp *w, const wm_ins_t *i, uint32_t mask)
{
    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);
        w->reg[i->d][l] = computed(i, w->reg[i->a][l], w->reg[i->b][l]);
    }
    w->due[i->d] = m->clock + m->cfg->lat_alu;
}

/* Addresses of the lanes; -1 if one of them is no word of the memory. */
static int addresses(const struct machine *m, const struct warp *w, const wm_ins_t *i, uint32_t mask, uint32_t *addr)
{
    uint32_t size = i->op == WM_LDG || i->op == WM_STG ? m->cfg->global_B : m->cfg->shared_B;
    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);
        addr[l] = w->reg[i->a][l] + (uint32_t)i->imm;
        if (addr[l] % 4 || addr[l] >= size)
            return -1;
    }
    return 0;
}

static void memory(struct machine *m, struct warp *w, const wm_ins_t *i, uint32_t mask, const uint32_t *addr)
{
    int global = i->op == WM_LDG || i->op == WM_STG, load = i->op == WM_LDG || i->op == WM_LDS;
    int pieces = global ? wm_pieces(mask, addr, 32) : wm_waves(mask, addr);
    int passes = global ? wm_pieces(mask, addr, 128) : pieces;
    wm_count_t *c = m->count;
    *(global ? load ? &c->g_ld_req : &c->g_st_req : load ? &c->sh_ld_req : &c->sh_st_req) += 1;
    *(global ? load ? &c->g_ld_sec : &c->g_st_sec : load ? &c->sh_ld_wave : &c->sh_st_wave) += pieces;
    m->port = m->clock + passes;
    if (load)
        w->due[i->d] = m->clock + (global ? m->cfg->lat_global : m->cfg->lat_shared) + passes - 1;
    for (; mask; mask &= mask - 1) {
        int l = __builtin_ctz(mask);
        uint32_t *word = (global ? m->global : m->shared) + addr[l] / 4;
        if (load)
            w->reg[i->d][l] = *word;
        else
            *word = w->reg[i->b][l];
    }
}

/* Lets go whoever waits at a bar, when nobody is missing. */
static void meet(struct machine *m)
{
    int waiting = 0;
    for (int k = 0; k < m->warps; k++) {
        if (m->warp[k].live && !m->warp[k].waits)
            return;
        waiting |= m->warp[k].waits;
    }
    m->count->bar += waiting;
    for (int k = 0; k < m->warps; k++) {
        m->warp[k].waits = 0;
        look(m, &m->warp[k]);
    }
}

static int issue(struct machine *m, int number)
{
    struct warp *w = &m->warp[number];
    int k = w->now, pc = w->path[k].pc;
    uint32_t mask = w->path[k].mask, addr[WM_LANES];
    const wm_ins_t *i = &m->code[pc];
    if (is_memory(i->op) && addresses(m, w, i, mask, addr))
        return WM_ADDRESS;
    if (i->op == WM_BAR && mask != w->live)
        return WM_SPLIT_BAR;
    wm_issued(m->clock, number, pc, mask);
    m->count->issued++;
    m->count->lanes += __builtin_popcount(mask);
    m->count->cycles = m->clock + 1;
    w->last = w->path[k].number;
    if (i->op == WM_BZ)
        branch(m, w, k);
    else if (i->op == WM_EXIT)
        leave(w, k);
    else {
        if (i->op <= WM_SLT)
            arithmetic(m, w, i, mask);
        else if (is_memory(i->op))
            memory(m, w, i, mask, addr);
        w->waits = i->op == WM_BAR;
        arrive(w, k, i->op == WM_JMP ? i->imm : pc + 1);
    }
    look(m, w);
    if (w->waits || !w->live)
        meet(m);
    return WM_DONE;
}

/* Which warps can issue now; if none can, the first cycle in which one will, else INT64_MAX. */
static int64_t ready(struct machine *m, uint8_t *can)
{
    int64_t soon = INT64_MAX;
    for (int k = 0; k < m->warps; k++) {
        struct warp *w = &m->warp[k];
        if (!WM_JUMPS)
            look(m, w);
        int64_t when = w->when;
        if (when != INT64_MAX && when < m->port && is_memory(m->code[w->path[w->now].pc].op))
            when = m->port;
        can[k] = when <= m->clock;
        soon = when < soon ? when : soon;
    }
    return soon > m->clock ? soon : m->clock;
}

int wm_run(const wm_cfg_t *cfg, const wm_ins_t *code, int n, uint32_t *global, uint32_t *shared, wm_count_t *count)
{
    static struct machine m;
    uint8_t can[WM_WARPS];
    int last = -1, fault = WM_DONE;
    memset(count, 0, sizeof *count);
    memset(&m, 0, sizeof m);
    m.cfg = cfg, m.code = code, m.n = n, m.global = global, m.shared = shared, m.count = count;
    m.warps = (cfg->threads + WM_LANES - 1) / WM_LANES;
    wm_joins(code, n, m.join);
    for (int t = 0; t < cfg->threads; t++) {
        m.warp[t / WM_LANES].live |= 1u << t % WM_LANES;
        m.warp[t / WM_LANES].reg[0][t % WM_LANES] = (uint32_t)t;
    }
    for (int k = 0; k < m.warps; k++) {
        m.warp[k].path[0] = (struct path){ m.warp[k].live, 0, n, 0, -1, 0 };
        m.warp[k].paths = 1;
        look(&m, &m.warp[k]);
    }
    for (;;) {
        int64_t soon = ready(&m, can);
        if (soon == INT64_MAX)
            return WM_DONE;
        if (soon >= cfg->cap) {
            count->cycles = cfg->cap;
            return WM_HUNG;
        }
        if (soon > m.clock) {
            m.clock = WM_JUMPS ? soon : m.clock + 1;
            continue;
        }
        last = wm_pick(cfg->policy, m.warps, can, last);
        fault = issue(&m, last);
        if (fault)
            return fault;
        m.clock++;
    }
}
