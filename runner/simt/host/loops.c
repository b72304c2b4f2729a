/* loops.c: what nvcc makes of a kernel's loops: which it unrolls, and how often. See loops.h. */
#include "loops.h"

#include <math.h>
#include <string.h>

enum { FULL_UNROLL = 400, PART_UNROLL = 100, LOOK_BACK = 400, JUMPS_FROM = 64, TURNS_MOST = 64, INSIDE_MOST = 4096 };
enum { BEFORE_HOOK = 16 }; /* bytes of a block's first instructions, before its hook's call */
/* A loop of so few instructions, and so few that are not integers', is unrolled by more; with functions of the
 * mathematical library, of fewer. */
enum { SMALL_LOOP = 11, SMALL_DATA = 5, SMALL_MATH = 7 };

/* The block that a jump there goes to: it may begin with instructions that stand before the hook's call. */
static size_t target(const struct code *c, uint32_t pc)
{
    size_t lo = 0, hi = c->nblocks;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (c->block[mid].pc < pc)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < c->nblocks && c->block[lo].pc - pc <= BEFORE_HOOK ? lo : c->nblocks;
}

size_t loops_block(const struct code *c, uint32_t pc)
{
    size_t k = target(c, pc);
    return k < c->nblocks && c->block[k].pc == pc ? k : c->nblocks;
}

void loops_find(struct code *c)
{
    for (size_t j = 0; j < c->nblocks; j++)
        c->loop[j] = c->nblocks;
    /* Outer loops end later: the first end that is found for a block is its innermost's. */
    for (size_t j = 0; j < c->nblocks; j++) {
        size_t i = c->rows[j] > 0 && c->block[j].back ? target(c, c->block[j].back) : c->nblocks;
        for (; i <= j && i < c->nblocks; i++)
            if (c->loop[i] == c->nblocks)
                c->loop[i] = j;
    }
}

size_t loops_first(const struct code *c, size_t last)
{
    return target(c, c->block[last].back);
}

/* The comparison before the last jump of a loop that asks for one; NULL: none. */
static const struct gpu_op *end_of(const struct code *c, size_t last)
{
    for (size_t j = last + 1; j-- > loops_first(c, last);)
        for (uint32_t k = c->block[j].nops; c->loop[j] == last && k-- > 1;) {
            const struct gpu_op *o = &c->op[c->block[j].op + k];
            if (o->kind == OP_BRANCH && o->src[0])
                return o - 1;
        }
    return NULL;
}

static void add_sources(struct ids *s, const struct gpu_op *o)
{
    for (int q = 0; q < OP_SOURCES; q++)
        if (o->src[q])
            s->has[o->src[q]] = 1;
}

/* Backwards over a block's instructions before `end`: which of the values a constant is added to; those that come from
 * elsewhere stay in `s`. */
static int stepped(const struct code *c, const struct simt_block *b, const struct gpu_op *end, struct ids *s)
{
    for (const struct gpu_op *o = end; o-- > c->op + b->op;) {
        if (!o->dst || !s->has[o->dst])
            continue;
        if (o->kind == OP_INT && o->constant)
            return o->dst;
        s->has[o->dst] = 0;
        if (o->kind == OP_NONE)
            add_sources(s, o);
    }
    return 0;
}

/* The number that each turn adds a constant to and the loop's end looks at; OP_NO_ID: none. */
static int counter_of(const struct code *c, size_t last, const struct gpu_op *end)
{
    struct ids s = {{0}};
    int id;
    if (!end)
        return OP_NO_ID;
    add_sources(&s, end);
    size_t at = last;
    while (at > 0 && end < c->op + c->block[at].op)
        at--;
    if ((id = stepped(c, &c->block[at], end, &s)))
        return id;
    for (size_t k = 1, first = loops_first(c, last), n = last - first + 1; k < n; k++) { /* around the loop */
        size_t j = first + (at - first + n - k) % n;
        if ((id = stepped(c, &c->block[j], c->op + c->block[j].op + c->block[j].nops, &s)))
            return id;
    }
    return OP_NO_ID;
}

/* Does this value come, before an instruction, from a constant of the program? */
static int constant_before(const struct code *c, const struct gpu_op *o, int id)
{
    size_t from = (size_t)(o - c->op), far = from > LOOK_BACK ? from - LOOK_BACK : 0;
    for (; !o->begins && o-- > c->op + far;) {
        if (o->dst != id)
            continue;
        if (o->kind != OP_NONE || o->own || o->pc || (o->src[0] && (o->src[1] || o->src[2])))
            return 0;
        if (!o->src[0])
            return 1;
        id = o->src[0];
    }
    return 0;
}

/* The same, where the block begins: it stands behind what goes before it, or that jumps there from further on. */
int loops_begins_constant(const struct code *c, size_t block, int id)
{
    if (constant_before(c, c->op + c->block[block].op, id))
        return 1;
    for (size_t j = block; j < c->nblocks && j < block + JUMPS_FROM; j++)
        for (uint32_t k = 0; c->rows[j] > 0 && c->block[j].back && k < c->block[j].nops; k++) {
            const struct gpu_op *o = &c->op[c->block[j].op + k];
            if (o->kind == OP_BRANCH && !o->src[0] && target(c, o->pc) == block)
                return constant_before(c, o, id);
        }
    return 0;
}

/* Does the counter that the loop's end looks at begin with a constant? */
static int starts_known(const struct code *c, size_t last, int counter, const struct gpu_op *end)
{
    int known = loops_begins_constant(c, loops_first(c, last), counter);
    for (int k = 0; k < OP_SOURCES; k++)
        known |= end->src[k] && loops_begins_constant(c, loops_first(c, last), end->src[k]);
    return known;
}

/* Are the two that the loop's end compares constants where the loop begins, such as the ends of an array? */
static int both_constant(const struct code *c, size_t last, const struct gpu_op *end)
{
    for (int k = 0; k < 2; k++) {
        int id = end->src[k];
        for (const struct gpu_op *o = end; o-- > c->op + c->block[last].op;)
            if (o->dst == id && o->kind == OP_NONE && !o->pc)
                id = o->src[0];
        if (!id || !loops_begins_constant(c, loops_first(c, last), id))
            return 0;
    }
    return 1;
}

struct body {           /* of a loop */
    double n, data;     /* of its instructions: all; without integers */
    unsigned exits;     /* where it may be left */
    int barrier, store, atomic, warp, math, divides, own;
    int loops, inner;   /* inside: that are not wholly unrolled; any */
    int wraps; /* an index is unsigned and of 32 bits: where one is past the last, nvcc does not know */
};

/* Does this instruction of the loop leave it, its end or before? */
static int leaves(const struct code *c, const struct gpu_op *o, size_t j, size_t last)
{
    size_t to = o->kind == OP_BRANCH && o->src[0] ? target(c, o->pc) : c->nblocks;
    return to < c->nblocks && (to < loops_first(c, last) || to > last || (j == last && to == loops_first(c, last)));
}

/* How often a turn of the loop has this block, by the loops inside that are wholly unrolled. */
static double times_in(const struct code *c, size_t j, size_t last)
{
    double n = 1;
    for (size_t k = c->loop[j]; k < last; k = c->nest[k].parent)
        n *= c->nest[k].turns;
    return n;
}

/* Is this a copy of what the loop adds a constant to, of 32 bits, from which the next instruction makes an address? */
static int is_wrapping(const struct code *c, const struct gpu_op *o, size_t last)
{
    int stepped = 0;
    if (!o->wraps || (o[1].src[0] != o->dst && o[1].src[1] != o->dst) || (o[1].kind != OP_INT && o[1].kind != OP_LOAD))
        return 0;
    for (size_t j = loops_first(c, last); j <= last; j++)
        for (uint32_t k = 0; c->loop[j] == last && k < c->block[j].nops; k++) {
            const struct gpu_op *s = &c->op[c->block[j].op + k];
            stepped |= s->kind == OP_INT && s->constant && s->dst == o->src[0];
        }
    return stepped;
}

static struct body body_of(const struct code *c, size_t last)
{
    struct body b = {0};
    for (size_t j = loops_first(c, last); j <= last; j++) {
        double times = times_in(c, j, last);
        b.loops |= times == 0;
        for (uint32_t k = 0; k < c->block[j].nops; k++) {
            const struct gpu_op *o = &c->op[c->block[j].op + k];
            int alone = c->loop[j] == last;
            b.n += times * (o->kind != OP_NONE && (alone || o->kind != OP_INT) && (alone || !o->constant));
            b.data += times * (o->kind != OP_NONE && o->kind != OP_INT && o->kind != OP_BRANCH);
            b.barrier |= o->kind == OP_BARRIER;
            b.store |= o->kind == OP_STORE || o->kind == OP_ATOMIC;
            b.warp |= o->kind == OP_WARP;
            b.atomic |= o->kind == OP_ATOMIC;
            b.math |= o->kind == OP_MATH;
            b.divides |= o->kind == OP_DIV || o->kind == OP_DIV64 || o->kind == OP_IDIV;
            b.inner |= !alone;
            b.own |= o->own && alone;
            b.wraps |= alone && k + 1 < c->block[j].nops && is_wrapping(c, o, last);
            b.exits += alone && leaves(c, o, j, last);
        }
    }
    return b;
}

/* Is a loop's counter a number to compute with, too, and not only a place or the end? Then it is no mere countdown. */
static int is_computed_with(const struct code *c, size_t last, int counter)
{
    struct ids from = {{0}};
    from.has[counter] = 1;
    for (size_t j = loops_first(c, last); j <= last; j++)
        for (uint32_t k = 0; c->loop[j] == last && k < c->block[j].nops; k++) {
            const struct gpu_op *o = &c->op[c->block[j].op + k];
            int taken = 0, hands_on = (o->kind == OP_NONE && !o->pc) || o->kind == OP_INT || o->kind == OP_IMUL;
            for (int q = 0; q < OP_SOURCES; q++)
                taken |= o->src[q] && from.has[o->src[q]];
            if (taken && (o->kind == OP_CONVERT || o->kind == OP_F32))
                return 1;
            if (o->dst && o->dst != counter)
                from.has[o->dst] = (uint8_t)(taken && hands_on && o->dst != OP_FLAGS);
        }
    return 0;
}

/* Is this a loop that the assembler unrolls once more, behind the compiler? It counts turns down, and has no branch. */
static int is_small(const struct code *c, size_t last, const struct body *b, int counter)
{
    return counter && b->n <= SMALL_LOOP && b->data <= SMALL_DATA && (!b->math || b->n <= SMALL_MATH) && !b->divides &&
           !b->atomic && !b->warp && !b->wraps && !b->inner && !is_computed_with(c, last, counter);
}

/* nvcc unrolls small loops by 4, and by as much again where few instructions are in a turn, less where that makes them
 * long; those with a barrier inside or of which nobody knows the number of turns not at all; wholly where that number
 * is a constant and nothing else ends them, and then an array that the lane alone has is in registers. Numbers of 64
 * bits cannot overflow, so any step will do. */
static unsigned unrolled(const struct code *c, size_t last, int *whole)
{
    const struct gpu_op *end = end_of(c, last);
    const struct body b = body_of(c, last);
    int counter = counter_of(c, last, end);
    int known = end && (end->constant == OP_KNOWN_END || end->kind == OP_NONE || both_constant(c, last, end));
    unsigned u = c->unroll;
    *whole = !b.barrier && !b.loops && b.exits < 2 && counter &&
             ((known && starts_known(c, last, counter, end)) || b.own);
    if (b.barrier || b.loops || b.n * u > FULL_UNROLL)
        return 1;
    if (*whole)
        return 2 * u;
    if (!counter && !(end && end->wide))
        return 1;
    if (b.warp && !counter)
        return 1;
    if (is_small(c, last, &b, counter))
        return u * u;
    while (u > 1 && b.n * u > PART_UNROLL)
        u /= 2;
    return u;
}

/* How many turns run together on the mean, where a loop is come to for so many: those that are left over when no more
 * are together run by less, and one by one. */
static unsigned together(double turns, unsigned most, unsigned by)
{
    double groups = 0, left = floor(turns + .5);
    for (unsigned u = most; u >= 1; u = u > by ? u / by : u > 1 ? 1 : 0) {
        groups += floor(left / u);
        left -= u * floor(left / u);
    }
    return groups >= 1 ? (unsigned)fmax(floor(turns / groups + .5), 1) : 1;
}

/* The end of the loop around this one. */
static size_t parent_of(const struct code *c, size_t last)
{
    for (size_t k = last + 1; k < c->nblocks; k++)
        if (c->loop[k] == k && loops_first(c, k) <= loops_first(c, last))
            return k;
    return c->nblocks;
}

/* How often a turn of the loop around it has all of this one's; 0: it stays a loop. */
static unsigned turns_inside(const struct code *c, size_t last, double instructions)
{
    const struct nest *n = &c->nest[last];
    double turns = n->parent < c->nblocks && n->whole ? c->rows[last] / c->rows[n->parent] : 0;
    return turns >= 1 && turns <= TURNS_MOST && turns * instructions <= INSIDE_MOST ? (unsigned)(turns + .5) : 0;
}

/* Loops from the inside out. */
void loops_unroll(struct code *c)
{
    for (size_t k = 0; k < c->nblocks; k++) {
        struct nest *n = &c->nest[k];
        if (c->loop[k] != k)
            continue;
        n->first = loops_first(c, k);
        n->parent = parent_of(c, k);
        n->unroll = unrolled(c, k, &n->whole);
        const struct body b = body_of(c, k);
        n->own = b.own;
        n->parts = b.barrier;
        n->clobbers = b.barrier || b.store || b.warp;
        double come = loops_entries(c, n->first, k);
        if (!n->whole && come > 0)
            n->unroll = together(c->rows[k] / come, n->unroll, c->unroll);
        n->turns = turns_inside(c, k, b.n);
    }
}

/* The instructions behind a block's last jump are no part of its row: they run with the block that follows. */
uint32_t loops_behind_jump(const struct code *c, const struct simt_block *b)
{
    uint32_t k = b->nops;
    while (k > 0 && c->op[b->op + k - 1].kind != OP_BRANCH)
        k--;
    return k ? k : b->nops;
}

uint32_t loops_before_jump(const struct code *c, const struct simt_block *b)
{
    uint32_t k = 0;
    while (k < b->nops && !(c->op[b->op + k].kind == OP_BRANCH && !c->op[b->op + k].src[0]))
        k++;
    return k;
}

uint32_t loops_head(const struct code *c, size_t j)
{
    uint32_t from = j > 0 ? c->block[j - 1].op : c->block[j].op, k = c->block[j].op;
    while (k > from && c->op[k - 1].kind != OP_BRANCH && !c->op[k - 1].begins)
        k--;
    return k > from && c->op[k - 1].kind == OP_BRANCH && !c->op[k - 1].src[0] ? c->block[j].op - k : 0;
}

/* Is this one of the instructions that an unrolled loop has once: steps of a number, and the end's own comparison and
 * jump? Others that compare and jump stay, but in a loop that is wholly unrolled. */
int loops_goes_away(const struct code *c, const struct gpu_op *o, size_t j, int whole)
{
    int step = o->kind == OP_INT && (o->src[0] == o->dst || o->src[1] == o->dst);
    int inside = whole && !(c->data[o - c->op] & DATA_OF_LOOP);
    return o->constant && (step || inside || j == c->loop[j]);
}

/* The loop inside this one that is wholly unrolled and begins here; nblocks: none. */
size_t loops_inner(const struct code *c, size_t j, size_t last)
{
    size_t k = c->loop[j];
    while (k < last && c->nest[k].turns && c->nest[k].first == j && c->nest[k].parent != last)
        k = c->nest[k].parent;
    return k < last && c->nest[k].turns && c->nest[k].first == j ? k : c->nblocks;
}

/* How often a loop is come to: as often as the block before it runs, where that is no part of it. */
double loops_entries(const struct code *c, size_t first, size_t last)
{
    return first > 0 && c->loop[first - 1] != last ? fmin(c->rows[first - 1], c->rows[first]) : 0;
}

/* Does an array in registers alone take what the k-th instruction of this block makes, to be told where? Then nvcc
 * knows it, and it is nothing. */
int loops_tells_where(const struct code *c, const struct simt_block *b, uint32_t k)
{
    size_t j = (size_t)(b - c->block);
    int around = c->loop[j] == j && loops_first(c, j) == j; /* the next turn follows */
    struct ids s = {{0}};
    s.has[c->op[b->op + k].dst] = 1;
    for (uint32_t q = k + 1; q < (around ? k + b->nops : b->nops); q++) {
        const struct gpu_op *o = &c->op[b->op + q % b->nops];
        int hands_on = o->kind == OP_INT || (o->kind == OP_NONE && o->dst), taken = 0;
        for (int n = 0; n < OP_SOURCES; n++)
            taken |= o->src[n] && s.has[o->src[n]] && (n > 1 || !o->own);
        if (taken && !hands_on)
            return 0;
        if (o->dst)
            s.has[o->dst] = (uint8_t)taken;
    }
    s.has[OP_FLAGS] = s.has[ops_register("%rdi")] = 0; /* the hooks' argument */
    s.has[c->op[b->op + k].dst] &= (uint8_t)!around;
    return !memchr(s.has, 1, sizeof s.has); /* else it lives on */
}
