/* values.c: what the values of a loop hang on, and so which instructions nvcc takes out of it. See loops.h. */
#include <string.h>

#include "loops.h"

/* Of a mask's bits: what comes from outside of the loops; from the turn before; the loops. */
enum { ELSEWHERE = 31, CARRIED = 30, LOADED = 29 /* in a loop */, LEVELS = 28 };
#define ANYTHING UINT32_MAX
struct masks {
    uint32_t of[OP_IDS];
    int bits;
};

static int is_step(const struct gpu_op *o)
{
    return o->kind == OP_INT && o->constant && o->dst != OP_FLAGS && (o->src[0] == o->dst || o->src[1] == o->dst);
}

static int is_pure(const struct gpu_op *o)
{
    return (o->kind == OP_NONE && !o->own && !o->pc) || (o->kind >= OP_INT && o->kind <= OP_MATH);
}

/* The first instruction that runs with a block, and how many there are up to a jump that is always made. */
static size_t first_of(const struct code *c, size_t j)
{
    return c->block[j].op - loops_head(c, j);
}

static uint32_t run_with(const struct code *c, size_t j)
{
    return loops_head(c, j) + loops_before_jump(c, &c->block[j]);
}

/* A loop begins: what its turns add a constant to hangs on it; other values are followed once `around`. */
static void masks_enter(const struct code *c, struct masks *s, size_t last, const struct masks *around)
{
    uint8_t steps[OP_IDS] = {0}, others[OP_IDS] = {0};
    for (size_t j = c->nest[last].first; j <= last; j++)
        for (uint32_t k = 0, n = run_with(c, j); c->rows[j] > 0 && k < n; k++) {
            const struct gpu_op *o = &c->op[first_of(c, j) + k];
            *(is_step(o) ? &steps[o->dst] : &others[o->dst]) = 1;
        }
    for (int k = 1; k < OP_IDS; k++) {
        uint32_t carried = !around ? 1u << CARRIED : around->of[k] >> CARRIED & 1 ? ANYTHING : around->of[k];
        s->of[k] |= others[k] ? carried : steps[k] ? 1u << c->nest[last].bit : 0;
    }
}

/* Memory changes in these loops, as far as nvcc knows. */
static uint32_t clobbered(const struct code *c, size_t j, size_t top)
{
    uint32_t bits = 0;
    for (size_t k = c->loop[j];; k = c->nest[k].parent) {
        bits |= c->nest[k].clobbers ? 1u << c->nest[k].bit : 0;
        if (k == top)
            return bits;
    }
}

static uint32_t mask_of(const struct code *c, const struct masks *s, const struct gpu_op *o, size_t j, size_t top)
{
    uint32_t mask = 0;
    if (o->kind == OP_SPECIAL)
        return 1u << ELSEWHERE;
    if (!is_pure(o) && (o->kind != OP_LOAD || o->wide))
        return ANYTHING;
    for (int k = 0; k < OP_SOURCES; k++)
        mask |= o->src[k] ? s->of[o->src[k]] : 0;
    return o->kind == OP_LOAD ? mask | 1u << ELSEWHERE | clobbered(c, j, top) : mask;
}

static int is_data(uint32_t mask)
{
    return mask == ANYTHING || mask >> LOADED & 1;
}

/* Is a load's address a constant further in each turn, by copies alone? Backwards around the loop, where the end's
 * instructions stand before the beginning's. */
static int is_stepped(const struct code *c, size_t op, size_t last)
{
    size_t from = first_of(c, c->nest[last].first), to = c->block[last].op + (size_t)c->block[last].nops, k = op;
    uint8_t id = c->op[op].src[0];
    if (c->op[op].src[1])
        return 0;
    for (size_t n = 0; n < 2 * (to - from); n++) {
        k = k == from ? to - 1 : k - 1;
        const struct gpu_op *o = &c->op[k];
        if (o->dst != id || is_step(o))
            continue;
        if (o->kind != OP_NONE || o->own || o->pc || o->src[1])
            return 0;
        id = o->src[0];
    }
    return 1;
}

/* What else than how much of it is left: `apart` and `data` of one of a loop's instructions. */
static void tell(struct code *c, const struct masks *s, size_t op, uint32_t mask, size_t last)
{
    const struct gpu_op *o = &c->op[op];
    uint8_t *data = &c->data[op];
    int hangs = is_data(o->kind == OP_BRANCH ? s->of[OP_FLAGS] : mask);
    *data = (uint8_t)((*data & ~DATA_OF_LOOP) | (*data & DATA_NO_ADDRESS && hangs ? DATA_OF_LOOP : 0));
    if (o->kind == OP_LOAD) {
        c->apart[op] = mask == ANYTHING;
        *data |= is_stepped(c, op, last) ? DATA_KNOWN_PLACE : 0;
    }
    if (o->kind == OP_IDIV && !(s->of[o->src[0]] & ~(1u << ELSEWHERE)))
        *data |= DATA_SAME_DIVISOR;
}

/* What is left of an instruction: nothing, where all it needs is known to nvcc; of that which does not hang on a loop,
 * one for all of that loop's turns; and of an index in a loop that is wholly unrolled, to which each turn adds a
 * constant. */
static double left_of(const struct code *c, const struct gpu_op *o, uint32_t mask, size_t j, size_t top)
{
    double left = 1;
    int known = is_pure(o) && !(mask >> ELSEWHERE & 1),
        index = (o->kind == OP_INT || o->kind == OP_IMUL) && !is_data(mask);
    for (size_t k = c->loop[j];; k = c->nest[k].parent) {
        const struct nest *n = &c->nest[k];
        int hangs = mask >> n->bit & 1;
        double come = k == top ? loops_entries(c, n->first, k) : 0,
               turns = k != top ? n->turns : come > 0 ? c->rows[k] / come : 1;
        known &= !hangs || n->whole;
        if ((!hangs || (n->whole && index)) && turns > 1 && mask != ANYTHING)
            left /= turns;
        if (k == top)
            return known ? 0 : left;
    }
}

static void masks_of_loop(struct code *c, struct masks *s, size_t last, size_t top);

/* All blocks of a loop, once. */
static void masks_of_turn(struct code *c, struct masks *s, size_t last, size_t top)
{
    for (size_t j = c->nest[last].first; j <= last; j++) {
        size_t inner = loops_inner(c, j, last);
        if (inner < c->nblocks) {
            masks_of_loop(c, s, inner, top);
            j = inner;
            continue;
        }
        int always = c->rows[j] >= c->rows[last]; /* else the value may be that from before */
        for (size_t k = first_of(c, j), n = k + run_with(c, j); c->rows[j] > 0 && k < n; k++) {
            const struct gpu_op *o = &c->op[k];
            int mine = c->loop[j] == last;
            uint32_t mask = mine ? mask_of(c, s, o, j, top) : ANYTHING;
            if (mine && 2 * c->rows[j] > c->rows[last] && !is_step(o) && (is_pure(o) || o->kind == OP_LOAD))
                c->left[k] = left_of(c, o, mask, j, top);
            if (mine)
                tell(c, s, k, mask, last);
            if (o->kind == OP_LOAD && mask != ANYTHING && mask & ~(1u << ELSEWHERE))
                mask |= 1u << LOADED;
            if (o->dst && !is_step(o))
                s->of[o->dst] = mask | (always ? 0 : s->of[o->dst]);
            if (o->kind == OP_WARP || (o->kind == OP_NONE && o->pc && !o->own))
                s->of[ops_register("%xmm0")] = ANYTHING;
        }
    }
}

static void masks_of_loop(struct code *c, struct masks *s, size_t last, size_t top)
{
    const struct masks before = *s;
    struct masks around;
    c->nest[last].bit = s->bits < LEVELS ? s->bits++ : LEVELS;
    masks_enter(c, s, last, NULL);
    masks_of_turn(c, s, last, top);
    around = *s;
    *s = before;
    s->bits = c->nest[last].bit + 1;
    masks_enter(c, s, last, &around);
    masks_of_turn(c, s, last, top);
}

/* Is a block this loop's own, or a loop's that is wholly unrolled in it? */
static int is_looked_at(const struct code *c, size_t j, size_t last)
{
    size_t k = c->loop[j];
    while (k != last && k < c->nblocks && c->nest[k].turns)
        k = c->nest[k].parent;
    return k == last;
}

/* Marks what a loop computes for addresses alone: nvcc knows more of those than can be followed here. Backwards, and
 * once more around the loop. Where a lane has arrays of its own, places in them cannot be told from data. */
static void find_addresses(struct code *c, size_t last)
{
    struct ids to = {{0}};
    int own = 0;
    for (int around = 0; around < 2; around++)
        for (size_t j = last + 1; j-- > c->nest[last].first;)
            for (size_t k = first_of(c, j) + run_with(c, j); c->rows[j] > 0 && k-- > first_of(c, j);) {
                const struct gpu_op *o = &c->op[k];
                int access = o->kind == OP_LOAD || o->kind == OP_STORE || o->kind == OP_ATOMIC || o->own;
                int hands_on = access || (to.has[o->dst] && (is_pure(o) || is_step(o)));
                uint8_t mine = o->dst && to.has[o->dst];
                own |= o->own;
                if (is_looked_at(c, j, last))
                    c->data[k] = mine && !access ? 0 : DATA_NO_ADDRESS;
                if (o->dst && !is_step(o))
                    to.has[o->dst] = 0;
                for (int q = 0; hands_on && q < (access ? 2 : OP_SOURCES); q++)
                    to.has[o->src[q]] |= o->src[q] != 0;
            }
    for (size_t j = c->nest[last].first; own && j <= last; j++)
        memset(c->data + first_of(c, j), 0, is_looked_at(c, j, last) ? run_with(c, j) : 0);
}

/* Loops inside others that are wholly unrolled are looked at with those. */
void values_find_left(struct code *c)
{
    for (size_t top = 0; top < c->nblocks; top++) {
        struct masks s = {{0}, 0};
        if (c->loop[top] != top || c->nest[top].turns)
            continue;
        find_addresses(c, top);
        for (int k = 1; k < OP_IDS; k++)
            s.of[k] = loops_begins_constant(c, c->nest[top].first, k) ? 0 : 1u << ELSEWHERE;
        masks_of_loop(c, &s, top, top);
    }
}
