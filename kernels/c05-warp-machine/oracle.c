/*
 * oracle.c: what is right in c05-warp-machine. Its machine keeps no list of paths: each lane says to which path it
 * belongs, and a path waits while a lane belongs to one that split off from it. Every cycle is gone through, one by
 * one.
 * Post-dominators are found by taking an instruction away and looking whether an exit can still be reached.
 */
#include <ridge/oracle.h>

#include "asm.h"
#include "programs.h"

#include <stdarg.h>

enum { WORDS = 5, COUNTS = 13 };

static int wrong(struct ridge_verdict *v, const char *how, ...)
{
    va_list a;
    va_start(a, how);
    vsnprintf(v->message, sizeof v->message, how, a);
    va_end(a);
    v->pass = 0;
    return 0;
}

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static int unpack(const int32_t *row, wm_ins_t *code)
{
    int n = 0;
    for (; n < WM_CODE && row[0] >= 0; n++, row += WORDS)
        code[n] = (wm_ins_t){ row[0], row[1], row[2], row[3], row[4] };
    return n;
}

static void pack(const wm_ins_t *code, int n, int32_t *row)
{
    for (int k = 0; k < WM_CODE; k++, row += WORDS) {
        const wm_ins_t i = k < n ? code[k] : (wm_ins_t){ .op = -1 };
        row[0] = i.op, row[1] = i.d, row[2] = i.a, row[3] = i.b, row[4] = i.imm;
    }
}

/* --------------------------------------------------------------------------------------------------- drawn programs */

struct draw {
    wm_ins_t code[WM_CODE];
    int n;
    uint64_t s;
};

static int put(struct draw *w, int op, int d, int a, int b, int imm)
{
    w->code[w->n] = (wm_ins_t){ op, d, a, b, imm };
    return w->n++;
}

/* r12 = a register, 0 to 7, and `bits`: often of the lane's number. */
static void condition(struct draw *w, int bits)
{
    put(w, WM_LI, 14, 0, 0, bits);
    put(w, WM_AND, 12, below(&w->s, 3) ? 0 : below(&w->s, 8), 14, 0);
    w->code[w->n - 1].b = 14;
}

static void access(struct draw *w, int op)
{
    condition(w, 0x7fc);
    int r = 1 + below(&w->s, 7), store = op == WM_STG || op == WM_STS;
    if (below(&w->s, 2)) /* the lane's own word, and not the few that small numbers are */
        put(w, WM_LI, 13, 0, 0, 4 << below(&w->s, 3)), put(w, WM_MUL, 12, 0, 13, 0);
    put(w, op, store ? 0 : r, 12, store ? r : 0, op == WM_STG ? 8192 : op == WM_STS ? 0 : 4 * below(&w->s, 40));
}

static void arithmetic(struct draw *w)
{
    int op = below(&w->s, WM_SLT + 1), imm = op == WM_LI || op == WM_ADDI, two = op != WM_LI && op != WM_ADDI;
    put(w, op, 1 + below(&w->s, 7), op == WM_LI ? 0 : below(&w->s, 8), two ? below(&w->s, 8) : 0,
        imm ? below(&w->s, 19) - 9 : 0);
}

static void block(struct draw *w, int depth);

static void choice(struct draw *w, int depth)
{
    condition(w, 1 << below(&w->s, 5));
    int bz = put(w, WM_BZ, 0, 12, 0, 0);
    block(w, depth + 1);
    if (below(&w->s, 2)) {
        int jmp = put(w, WM_JMP, 0, 0, 0, 0);
        w->code[bz].imm = w->n;
        block(w, depth + 1);
        w->code[jmp].imm = w->n;
    } else
        w->code[bz].imm = w->n;
}

static void loop(struct draw *w, int depth)
{
    int turns = 8 + depth, out = -1;
    condition(w, 1 + 2 * below(&w->s, 4));
    put(w, WM_ADD, turns, 12, 15, 0); /* r15 is 0 */
    w->code[w->n - 1].b = 15;
    int top = put(w, WM_BZ, 0, turns, 0, 0);
    block(w, depth + 1);
    if (below(&w->s, 2)) { /* a way out in the middle */
        condition(w, 1 << below(&w->s, 5));
        out = put(w, WM_BZ, 0, 12, 0, 0);
        block(w, depth + 1);
    }
    put(w, WM_ADDI, turns, turns, 0, -1);
    put(w, WM_JMP, 0, 0, 0, top);
    w->code[top].imm = w->n;
    if (out >= 0)
        w->code[out].imm = w->n;
}

static void leave(struct draw *w)
{
    condition(w, 1 << below(&w->s, 5));
    int bz = put(w, WM_BZ, 0, 12, 0, 0);
    if (below(&w->s, 2))
        access(w, WM_STG);
    put(w, WM_EXIT, 0, 0, 0, 0);
    w->code[bz].imm = w->n;
}

/* One to three statements, as long as there is room. */
static void block(struct draw *w, int depth)
{
    static const int op[4] = { WM_LDG, WM_STG, WM_LDS, WM_STS };
    for (int k = 0, n = 1 + below(&w->s, 3); k < n && w->n < 46 - 8 * depth; k++)
        switch (below(&w->s, depth < 2 ? 9 : 6)) {
        case 0:
        case 1:
            arithmetic(w);
            break;
        case 2:
        case 3:
        case 4:
            access(w, op[below(&w->s, 4)]);
            break;
        case 5:
            if (below(&w->s, 3)) /* programs that most lanes leave early show little */
                arithmetic(w);
            else
                leave(w);
            break;
        case 6:
            loop(w, depth);
            break;
        case 7:
            choice(w, depth);
            break;
        default:
            if (!depth)
                put(w, WM_BAR, 0, 0, 0, 0);
            else
                choice(w, depth);
        }
}

static int drawn(wm_ins_t *code, uint64_t seed)
{
    struct draw w;
    do {
        w.n = 0, w.s = ridge_next(&seed);
        put(&w, WM_ADDI, 1, 0, 0, 5);
        while (w.n < 36)
            block(&w, 0);
        access(&w, WM_STG);
        put(&w, WM_EXIT, 0, 0, 0, 0);
    } while (w.n < 40 || w.n > WM_CODE);
    memcpy(code, w.code, sizeof w.code);
    return w.n;
}

/* The case's program by its number; -1: drawn, by the case's `draw`, or by the run's seed where that is 0. */
int code_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int prog = (int)ridge_int(c, "prog"), n;
    int64_t draw = ridge_int(c, "draw");
    wm_ins_t code[WM_CODE + 8];
    if (!b || prog >= WM_PROGRAMS)
        return -1;
    n = prog < 0 ? drawn(code, draw ? (uint64_t)draw : seed) : wm_assemble(wm_programs[prog].text, code, WM_CODE);
    if (n < 1)
        return -1;
    pack(code, n, b->data);
    return 0;
}

/* Small numbers, as twins.cu has them; the upper half is 0. */
int memory_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint32_t *word = b ? b->data : NULL;
    int drawn_too = ridge_int(c, "prog") < 0;
    for (size_t k = 0; word && k < b->count; k++)
        word[k] = k >= 1024 && !drawn_too ? 0
                  : drawn_too             ? (uint32_t)ridge_next(&seed) >> below(&seed, 32)
                                          : k * 37 % 32;
    return word ? 0 : -1;
}

/* ------------------------------------------------------------------------------------------------------------ joins */

enum { ANY = -1, NONE = -1 };

/* Can exit `last`, or any, be reached from p, without passing `gone`? */
static int escapes(const wm_ins_t *code, int p, int gone, int last)
{
    int todo[2 * WM_CODE + 2], n = 0;
    char seen[WM_CODE] = { 0 };
    todo[n++] = p;
    while (n) {
        p = todo[--n];
        if (p == gone || seen[p])
            continue;
        seen[p] = 1;
        if (code[p].op == WM_EXIT && (last == ANY || last == p))
            return 1;
        if (code[p].op == WM_JMP || code[p].op == WM_BZ)
            todo[n++] = code[p].imm;
        if (code[p].op != WM_JMP && code[p].op != WM_EXIT)
            todo[n++] = p + 1;
    }
    return 0;
}

static int join_of(const wm_ins_t *code, int n, int p)
{
    int last = n - 1;
    while (last > 0 && code[last].op != WM_EXIT)
        last--;
    for (int q = 0; q < n && escapes(code, p, NONE, last); q++) {
        int nearest = q != p && !escapes(code, p, q, last);
        for (int r = 0; nearest && r < n; r++)
            if (r != q && r != p && !escapes(code, p, r, last) && escapes(code, q, r, last))
                nearest = 0;
        if (nearest)
            return q;
    }
    return n;
}

/* Any branches at all in n instructions; one from which no way leads to an exit becomes an exit. */
static int tangle(wm_ins_t *code, int n, uint64_t *s)
{
    for (int p = 0; p < n; p++) {
        int kind = below(s, 20);
        code[p] = (wm_ins_t){ .op = kind < 9 ? WM_BZ : kind < 12 ? WM_JMP : kind < 13 ? WM_EXIT : WM_ADD };
        if (code[p].op == WM_BZ || code[p].op == WM_JMP)
            code[p].imm = below(s, n);
    }
    if (code[n - 1].op != WM_JMP)
        code[n - 1] = (wm_ins_t){ .op = WM_EXIT };
    for (int p = n - 1; p >= 0; p--)
        if (!escapes(code, p, NONE, ANY))
            code[p] = (wm_ins_t){ .op = WM_EXIT };
    return n;
}

int graphs_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += WM_CODE * WORDS) {
        wm_ins_t code[WM_CODE];
        int size = k < WM_PROGRAMS + 4 ? WM_CODE : 1 + below(&seed, below(&seed, 4) ? 14 : WM_CODE);
        int n = k < WM_PROGRAMS ? wm_assemble(wm_programs[k].text, code, WM_CODE) : tangle(code, size, &seed);
        if (n < 1)
            return -1;
        pack(code, n, row);
    }
    return row ? 0 : -1;
}

int joins_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *row = ridge_data(c, "graphs"), *got = ridge_data(c, "joins");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += WM_CODE * WORDS, got += WM_CODE) {
        wm_ins_t code[WM_CODE];
        int n = unpack(row, code);
        char name[40];
        snprintf(name, sizeof name, k < WM_PROGRAMS ? "%s" : "program %s%d", k < WM_PROGRAMS ? wm_programs[k].name : "",
                 k);
        for (int p = 0; p < n; p++) {
            int want = code[p].op == WM_BZ ? join_of(code, n, p) : -1;
            if (got[p] != want)
                return wrong(v, "%s, %d instructions: join[%d] is %d, expected %d (instruction %d is %s)", name, n, p,
                             got[p], want, p, wm_form[code[p].op].name);
        }
    }
    v->pass = 1;
    return 0;
}

/* --------------------------------------------------------------------------------------------------------- requests */

static int pieces_of(uint32_t mask, const uint32_t *addr, uint32_t bytes)
{
    int n = 0;
    for (int l = 0; l < WM_LANES; l++) {
        int first = mask >> l & 1;
        for (int k = 0; k < l; k++)
            first = first && !(mask >> k & 1 && addr[k] / bytes == addr[l] / bytes);
        n += first;
    }
    return n;
}

static int waves_of(uint32_t mask, const uint32_t *addr)
{
    int most = 0;
    for (uint32_t bank = 0; bank < 32; bank++) {
        uint32_t here = 0;
        for (int l = 0; l < WM_LANES; l++)
            here |= (mask >> l & 1 && addr[l] / 4 % 32 == bank ? 1u : 0u) << l;
        int words = pieces_of(here, addr, 4);
        most = words > most ? words : most;
    }
    return most;
}

/* Patterns of kernels and any addresses, for all lanes, some and none. */
int requests_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    uint32_t *row = b ? b->data : NULL;
    static const uint32_t masks[8] = { ~0u, ~0u, 0x55555555, 0xffff, 1, 0, 0x80000000, 0xff00ff00 };
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += 2 + WM_LANES) {
        uint32_t base = 4 * (uint32_t)below(&seed, 5000), step = 4 * (uint32_t)below(&seed, below(&seed, 2) ? 4 : 70);
        int kind = below(&seed, 4), spread = 1 + below(&seed, 400);
        row[0] = below(&seed, 3) ? masks[below(&seed, 8)] : (uint32_t)ridge_next(&seed);
        row[1] = below(&seed, 2) ? 32 : below(&seed, 2) ? 128 : 4u << below(&seed, 9);
        for (uint32_t l = 0; l < WM_LANES; l++)
            row[2 + l] = kind == 0   ? base + l * step
                         : kind == 1 ? 4 * (uint32_t)below(&seed, spread)
                         : kind == 2 ? base + 128 * (uint32_t)below(&seed, 1 + spread % 9) + step
                                     : (uint32_t)ridge_next(&seed) & ~3u;
        if (k == 0) /* the far end of the address space */
            for (uint32_t l = 0; l < WM_LANES; l++)
                row[0] = ~0u, row[1] = 128, row[2 + l] = l % 2 ? 0xfffffffcu : 0;
        if (k == 1) /* words so far apart that their lower bits are the same */
            for (uint32_t l = 0; l < WM_LANES; l++)
                row[0] = ~0u, row[1] = 32, row[2 + l] = l << 27;
    }
    return row ? 0 : -1;
}

static int requests_right(const struct ridge_case *c, struct ridge_verdict *v, int waves)
{
    const uint32_t *row = ridge_data(c, "requests");
    const int32_t *got = ridge_data(c, waves ? "waves" : "pieces");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += 2 + WM_LANES) {
        int want = waves ? waves_of(row[0], row + 2) : pieces_of(row[0], row + 2, row[1]);
        if (got[k] == want)
            continue;
        int f = row[0] ? __builtin_ctz(row[0]) : 0, l = row[0] ? 31 - __builtin_clz(row[0]) : 0;
        if (waves)
            return wrong(v, "wm_waves(mask %#x, lane %d at byte %u ... lane %d at byte %u) is %d, expected %d", row[0],
                         f, row[2 + f], l, row[2 + l], got[k], want);
        return wrong(v, "wm_pieces(mask %#x, lane %d at byte %u ... lane %d at byte %u, %u bytes) is %d, expected %d",
                     row[0], f, row[2 + f], l, row[2 + l], row[1], got[k], want);
    }
    v->pass = 1;
    return 0;
}

int pieces_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return requests_right(c, v, 0);
}

int waves_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    return requests_right(c, v, 1);
}

/* ------------------------------------------------------------------------------------------------------- whose turn */

static int pick_of(int policy, int warps, const int32_t *can, int last)
{
    if (policy == WM_OLDEST && last >= 0 && can[last])
        return last;
    if (policy == WM_TURNS)
        for (int w = last + 1; w < warps; w++)
            if (can[w])
                return w;
    for (int w = 0; w < warps; w++)
        if (can[w])
            return w;
    return -1;
}

int turns_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    int32_t *row = b ? b->data : NULL;
    for (int k = 0; row && k < ridge_int(c, "R"); k++, row += 3 + WM_WARPS) {
        int warps = k % 5 ? 1 + below(&seed, WM_WARPS) : WM_WARPS, often = 1 + below(&seed, 4);
        row[0] = k % 2, row[1] = warps, row[2] = below(&seed, warps + 1) - 1;
        for (int w = 0; w < WM_WARPS; w++) /* behind the last warp all can: nobody may look there */
            row[3 + w] = w >= warps || (below(&seed, often + 1) == 0 && k % 11 != 7) ? 1 + 254 * (k % 3 == 0) : 0;
    }
    return row ? 0 : -1;
}

int pick_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const int32_t *row = ridge_data(c, "turns"), *got = ridge_data(c, "picks");
    for (int k = 0; k < ridge_int(c, "R"); k++, row += 3 + WM_WARPS) {
        int want = pick_of(row[0], row[1], row + 3, row[2]);
        char can[WM_WARPS + 1] = "";
        for (int w = 0; w < row[1]; w++)
            can[w] = row[3 + w] ? '1' : '0', can[w + 1] = 0;
        if (got[k] != want)
            return wrong(v, "wm_pick(%s, %d warps, can = %s, last = %d) is %d, expected %d",
                         row[0] == WM_OLDEST ? "WM_OLDEST" : "WM_TURNS", row[1], can, row[2], got[k], want);
    }
    v->pass = 1;
    return 0;
}

/* ------------------------------------------------------------------------------------------------------ the machine */

enum { NODES = 1 << 16, DEEP = 64 };

struct node { /* a path; its number is its place */
    int pc, join, parent;
};

struct warp {
    struct node *node;
    int nodes, last, now; /* now: whose turn it is, -1 if that is to be found out */
    int at[WM_LANES];     /* the path that the lane belongs to; -1: done, or no lane */
    int waits;
    int64_t due[WM_REGS];
    uint32_t reg[WM_LANES][WM_REGS];
};

struct world {
    wm_ins_t code[WM_CODE];
    int n, join[WM_CODE], warps, threads, policy, paths, alu, near, far;
    uint32_t *global, *shared, global_B, shared_B;
    int64_t t, port, count[COUNTS];
    struct warp warp[WM_WARPS];
    const int32_t *trace; /* the learner's */
    int64_t told, rows;
    struct ridge_verdict *v;
    int differs;
};

enum { CYCLES, ISSUED, LANES, SPLITS, BARS, GLOBAL_LOADS, GLOBAL_STORES = 7, SHARED_LOADS = 9, SHARED_STORES = 11 };
static const char *const count_name[COUNTS] = { "cycles",     "issued",    "lanes",     "splits",   "bar",
                                                "g_ld_req",   "g_ld_sec",  "g_st_req",  "g_st_sec", "sh_ld_req",
                                                "sh_ld_wave", "sh_st_req", "sh_st_wave" };

static uint32_t lanes_of(const struct warp *w, int node)
{
    uint32_t mask = 0;
    for (int l = 0; l < WM_LANES; l++)
        mask |= (uint32_t)(w->at[l] == node) << l;
    return mask;
}

static uint32_t live(const struct warp *w)
{
    return ~lanes_of(w, -1);
}

/* Does a lane belong to a path that split off from this one, directly or not? */
static int waiting(const struct warp *w, int node)
{
    for (int l = 0; l < WM_LANES; l++)
        for (int a = w->at[l] < 0 ? -1 : w->node[w->at[l]].parent; a >= node; a = w->node[a].parent)
            if (a == node)
                return 1;
    return 0;
}

/* Lanes whose paths stand at their joins go back to those that these split off from. */
static void settle(struct warp *w)
{
    for (int moved = 1; moved;) {
        moved = 0;
        for (int l = 0; l < WM_LANES; l++) {
            int node = w->at[l];
            if (node <= 0 || w->node[node].pc != w->node[node].join || waiting(w, node))
                continue;
            for (int k = 0; k < WM_LANES; k++)
                if (w->at[k] == node)
                    w->at[k] = w->node[node].parent;
            moved = 1;
        }
    }
}

static int chosen(const struct world *m, const struct warp *w)
{
    int highest = -1, least = -1, next = -1;
    for (int l = 0; l < WM_LANES; l++) {
        int c = w->at[l];
        if (c < 0 || waiting(w, c))
            continue;
        highest = c > highest ? c : highest;
        least = least < 0 || c < least ? c : least;
        if (c > w->last && (next < 0 || c < next))
            next = c;
    }
    return m->paths == WM_STACK ? highest : next >= 0 ? next : least;
}

static int reads_a(int op)
{
    return op != WM_LI && op != WM_JMP && op != WM_BAR && op != WM_EXIT;
}

static int reads_b(int op)
{
    return op == WM_STG || op == WM_STS || (op <= WM_SLT && op != WM_LI && op != WM_ADDI);
}

static int writes_d(int op)
{
    return op <= WM_SLT || op == WM_LDG || op == WM_LDS;
}

static int is_memory(int op)
{
    return op == WM_LDG || op == WM_STG || op == WM_LDS || op == WM_STS;
}

static int can_issue(struct world *m, struct warp *w)
{
    if (!live(w) || w->waits)
        return 0;
    if (w->now < 0)
        w->now = chosen(m, w);
    const wm_ins_t *i = &m->code[w->node[w->now].pc];
    return !(reads_a(i->op) && w->due[i->a] > m->t) && !(reads_b(i->op) && w->due[i->b] > m->t) &&
           !(writes_d(i->op) && w->due[i->d] > m->t) && !(is_memory(i->op) && m->port > m->t);
}

static uint32_t result(const wm_ins_t *i, const uint32_t *r)
{
    int64_t a = (int32_t)r[i->a], b = (int32_t)r[i->b];
    switch (i->op) {
    case WM_LI:
        return (uint32_t)i->imm;
    case WM_ADD:
        return (uint32_t)(a + b);
    case WM_ADDI:
        return (uint32_t)(a + i->imm);
    case WM_SUB:
        return (uint32_t)(a - b);
    case WM_MUL:
        return (uint32_t)(a * b);
    case WM_AND:
        return (uint32_t)(a & b);
    case WM_SHR:
        return r[i->a] >> (r[i->b] % 32);
    default:
        return a < b;
    }
}

/* The learner's row for what is issued now. */
static void held(struct world *m, int warp, int pc, uint32_t mask)
{
    int64_t k = m->count[ISSUED];
    char mine[48], yours[48];
    const int32_t *row = m->trace + 4 * k;
    if (m->differs || k >= m->rows)
        return;
    wm_text(&m->code[pc], mine);
    if (k >= m->told) {
        wrong(
            m->v,
            "after %lld instructions your machine issues no more; expected: cycle %lld, warp %d, instruction %d (%s), "
            "lanes %#x",
            (long long)k, (long long)m->t, warp, pc, mine, mask);
    } else if (row[0] != m->t || row[1] != warp || row[2] != pc || (uint32_t)row[3] != mask) {
        int sane = row[2] >= 0 && row[2] < m->n;
        wrong(
            m->v,
            "issue %lld (the first is 0): cycle %d, warp %d, instruction %d (%s), lanes %#x; expected cycle %lld, warp "
            "%d, instruction %d (%s), lanes %#x",
            (long long)k, row[0], row[1], row[2], sane ? wm_text(&m->code[row[2]], yours) : "none", (uint32_t)row[3],
            (long long)m->t, warp, pc, mine, mask);
    } else
        return;
    m->differs = 1;
}

/* All lanes' addresses; -1 if one lies outside. */
static int addresses(const struct world *m, const struct warp *w, const wm_ins_t *i, uint32_t mask, uint32_t *addr)
{
    uint32_t size = i->op == WM_LDG || i->op == WM_STG ? m->global_B : m->shared_B;
    int bad = 0;
    for (int l = 0; l < WM_LANES; l++) {
        addr[l] = w->reg[l][i->a] + (uint32_t)i->imm;
        bad |= mask >> l & 1 && (addr[l] % 4 || addr[l] >= size);
    }
    return bad ? -1 : 0;
}

static void memory(struct world *m, struct warp *w, const wm_ins_t *i, uint32_t mask, const uint32_t *addr)
{
    int load = i->op == WM_LDG || i->op == WM_LDS, passes;
    uint32_t *word = i->op == WM_LDG || i->op == WM_STG ? m->global : m->shared;
    if (word == m->global) {
        passes = pieces_of(mask, addr, 128);
        m->count[load ? GLOBAL_LOADS : GLOBAL_STORES]++;
        m->count[(load ? GLOBAL_LOADS : GLOBAL_STORES) + 1] += pieces_of(mask, addr, 32);
    } else {
        passes = waves_of(mask, addr);
        m->count[load ? SHARED_LOADS : SHARED_STORES]++;
        m->count[(load ? SHARED_LOADS : SHARED_STORES) + 1] += passes;
    }
    for (int l = 0; l < WM_LANES; l++)
        if (mask >> l & 1) {
            if (load)
                w->reg[l][i->d] = word[addr[l] / 4];
            else
                word[addr[l] / 4] = w->reg[l][i->b];
        }
    m->port = m->t + passes;
    if (load)
        w->due[i->d] = m->t + (word == m->global ? m->far : m->near) + passes - 1;
}

static void to_node(struct warp *w, uint32_t mask, int node)
{
    for (int l = 0; l < WM_LANES; l++)
        if (mask >> l & 1)
            w->at[l] = node;
}

static int split(struct world *m, struct warp *w, int node, uint32_t mask, uint32_t jump, const wm_ins_t *i)
{
    int pc = w->node[node].pc, join = m->join[pc];
    w->node[node].pc = join;
    m->count[SPLITS]++;
    for (int side = 0; side < 2; side++) {
        int to = side ? pc + 1 : i->imm;
        if (to == join)
            continue;
        if (w->nodes == NODES)
            return -1;
        w->node[w->nodes] = (struct node){ to, join, node };
        to_node(w, side ? mask & ~jump : jump, w->nodes++);
    }
    return 0;
}

static int step(struct world *m, int number)
{
    struct warp *w = &m->warp[number];
    int node = w->now, pc = w->node[node].pc, rc = 0;
    uint32_t mask = lanes_of(w, node), addr[WM_LANES], jump = 0;
    const wm_ins_t *i = &m->code[pc];
    if (is_memory(i->op) && addresses(m, w, i, mask, addr))
        return WM_ADDRESS;
    if (i->op == WM_BAR && mask != live(w))
        return WM_SPLIT_BAR;
    held(m, number, pc, mask);
    m->count[ISSUED]++;
    m->count[LANES] += __builtin_popcount(mask);
    m->count[CYCLES] = m->t + 1;
    w->last = node, w->now = -1;
    for (int l = 0; l < WM_LANES; l++)
        jump |= (mask >> l & 1 && (i->op == WM_JMP || (i->op == WM_BZ && !w->reg[l][i->a])) ? 1u : 0u) << l;
    if (jump && jump != mask)
        rc = split(m, w, node, mask, jump, i);
    else if (i->op == WM_EXIT)
        to_node(w, mask, -1);
    else
        w->node[node].pc = jump ? i->imm : pc + 1;
    if (i->op <= WM_SLT) {
        for (int l = 0; l < WM_LANES; l++)
            if (mask >> l & 1)
                w->reg[l][i->d] = result(i, w->reg[l]);
        w->due[i->d] = m->t + m->alu;
    }
    if (is_memory(i->op))
        memory(m, w, i, mask, addr);
    w->waits = i->op == WM_BAR;
    settle(w);
    return rc;
}

/* All that are not done wait: they go on. 1: there is nobody left. */
static int meet(struct world *m)
{
    int left = 0, waits = 0;
    for (int k = 0; k < m->warps; k++) {
        left += live(&m->warp[k]) != 0;
        waits += live(&m->warp[k]) && m->warp[k].waits;
    }
    if (left && left == waits) {
        m->count[BARS]++;
        for (int k = 0; k < m->warps; k++)
            m->warp[k].waits = 0;
    }
    return !left;
}

static int simulate(struct world *m, int64_t cap)
{
    int last = -1, fault = WM_DONE;
    for (m->t = 0; m->t < cap; m->t++) {
        int32_t can[WM_WARPS] = { 0 };
        for (int k = 0; k < m->warps; k++)
            can[k] = can_issue(m, &m->warp[k]);
        int turn = pick_of(m->policy, m->warps, can, last);
        if (turn < 0)
            continue;
        if ((fault = step(m, turn)))
            return fault;
        last = turn;
        if (meet(m))
            return WM_DONE;
    }
    m->count[CYCLES] = cap;
    return WM_HUNG;
}

static void set_up(struct world *m, const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct node nodes[WM_WARPS][NODES];
    static uint32_t global[1 << 16], shared[1 << 14];
    const struct ridge_buffer *g = ridge_buffer(c, "memory"), *s = ridge_buffer(c, "shared");
    memset(m, 0, sizeof *m);
    m->n = unpack(ridge_data(c, "code"), m->code);
    for (int p = 0; p < m->n; p++)
        m->join[p] = m->code[p].op == WM_BZ ? join_of(m->code, m->n, p) : -1;
    m->threads = (int)ridge_int(c, "threads"), m->warps = (m->threads + 31) / 32;
    m->policy = (int)ridge_int(c, "policy"), m->paths = (int)ridge_int(c, "paths");
    m->alu = (int)ridge_int(c, "lat_alu"), m->near = (int)ridge_int(c, "lat_shared"),
    m->far = (int)ridge_int(c, "lat_global");
    m->global = global, m->shared = shared;
    m->global_B = (uint32_t)g->count * 4, m->shared_B = (uint32_t)ridge_int(c, "shared_words") * 4;
    memcpy(global, g->data, g->count * 4);
    memset(shared, 0, s->count * 4);
    m->trace = ridge_data(c, "trace"), m->rows = (int64_t)ridge_buffer(c, "trace")->count / 4;
    m->told = ((const int64_t *)ridge_data(c, "end"))[1], m->v = v;
    for (int k = 0; k < m->warps; k++) {
        struct warp *w = &m->warp[k];
        w->node = nodes[k], w->nodes = 1, w->now = -1;
        w->node[0] = (struct node){ 0, m->n, -1 };
        for (int l = 0; l < WM_LANES; l++)
            w->at[l] = 32 * k + l < m->threads ? 0 : -1, w->reg[l][0] = (uint32_t)(32 * k + l);
    }
}

static int words_differ(struct ridge_verdict *v, const char *memory, const uint32_t *got, const uint32_t *want,
                        size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (got[k] != want[k])
            return wrong(v, "all that was issued is right, but the word at byte %zu of %s memory is %d, expected %d",
                         4 * k, memory, (int)got[k], (int)want[k]),
                   1;
    return 0;
}

static const char *ended(int64_t fault)
{
    static const char *const how[] = { "WM_DONE", "WM_SPLIT_BAR", "WM_ADDRESS", "WM_HUNG" };
    return fault >= 0 && fault <= WM_HUNG ? how[fault] : "no such value";
}

int run_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct world m;
    const int64_t *end = ridge_data(c, "end"), *counts = ridge_data(c, "counts");
    set_up(&m, c, v);
    int fault = simulate(&m, ridge_int(c, "cap"));
    if (fault < 0)
        return -1;
    if (m.differs)
        return 0;
    if (end[1] != m.count[ISSUED])
        return wrong(v, "your machine issues %lld instructions, expected %lld and then its end, %s", (long long)end[1],
                     (long long)m.count[ISSUED], ended(fault));
    if (end[0] != fault)
        return wrong(v, "wm_run() is %lld (%s), expected %d (%s)", (long long)end[0], ended(end[0]), fault,
                     ended(fault));
    for (int k = 0; k < COUNTS; k++)
        if (counts[k] != m.count[k])
            return wrong(v, "count->%s is %lld, expected %lld", count_name[k], (long long)counts[k],
                         (long long)m.count[k]);
    if (words_differ(v, "global", ridge_data(c, "global"), m.global, m.global_B / 4) ||
        words_differ(v, "shared", ridge_data(c, "shared"), m.shared, ridge_buffer(c, "shared")->count))
        return 0;
    v->pass = 1;
    for (int k = 0; k < COUNTS; k++)
        ridge_count(v, k == CYCLES ? "clocks" : count_name[k], (double)m.count[k]);
    return 0;
}
