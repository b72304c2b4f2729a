/* values.c: what the values of a loop hang on, and so which instructions nvcc takes out of it. See loops.h. */
#include <string.h>

#include "loops.h"

/* Of a mask's bits: what comes from outside of the loops; from the turn before; the loops. */
enum { ELSEWHERE = 31, CARRIED = 30, LEVELS = 29 };
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

/* A loop begins: what its turns add a constant to hangs on it; other values are followed once `around`. */
static void masks_enter(const struct code *c, struct masks *s, size_t last, const struct masks *around)
{
    uint8_t steps[OP_IDS] = {0}, others[OP_IDS] = {0};
    for (size_t j = c->nest[last].first; j <= last; j++)
        for (uint32_t k = 0, n = loops_before_jump(c, &c->block[j]); c->rows[j] > 0 && k < n; k++) {
            const struct gpu_op *o = &c->op[c->block[j].op + k];
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

/* What is left of an instruction: nothing, where all it needs is known to nvcc; of that which does not hang on a loop,
 * one for all of that loop's turns; and of an index in a loop that is wholly unrolled, to which each turn adds a
 * constant. */
static double left_of(const struct code *c, const struct gpu_op *o, uint32_t mask, size_t j, size_t top)
{
    double left = 1;
    int known = is_pure(o) && !(mask >> ELSEWHERE & 1), index = o->kind == OP_INT || o->kind == OP_IMUL;
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
        const struct simt_block *b = &c->block[j];
        size_t inner = loops_inner(c, j, last);
        if (inner < c->nblocks) {
            masks_of_loop(c, s, inner, top);
            j = inner;
            continue;
        }
        int always = c->rows[j] >= c->rows[last]; /* else the value may be that from before */
        for (uint32_t k = 0, n = loops_before_jump(c, b); c->rows[j] > 0 && k < n; k++) {
            const struct gpu_op *o = &c->op[b->op + k];
            int mine = c->loop[j] == last;
            uint32_t mask = mine ? mask_of(c, s, o, j, top) : ANYTHING;
            if (mine && 2 * c->rows[j] > c->rows[last] && !is_step(o) && (is_pure(o) || o->kind == OP_LOAD))
                c->left[b->op + k] = left_of(c, o, mask, j, top);
            if (o->kind == OP_LOAD)
                c->apart[b->op + k] = mask == ANYTHING;
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

/* Loops inside others that are wholly unrolled are looked at with those. */
void values_find_left(struct code *c)
{
    for (size_t top = 0; top < c->nblocks; top++) {
        struct masks s = {{0}, 0};
        if (c->loop[top] != top || c->nest[top].turns)
            continue;
        for (int k = 1; k < OP_IDS; k++)
            s.of[k] = loops_begins_constant(c, c->nest[top].first, k) ? 0 : 1u << ELSEWHERE;
        masks_of_loop(c, &s, top, top);
    }
}
