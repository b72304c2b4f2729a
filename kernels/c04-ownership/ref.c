/*
 * Ownership at run time, the reference.
 *
 * The arena. An allocation is one addition: nothing is searched, nothing is written into the block,
 * and nothing is remembered about it, since only scopes are ever given back. Three things make it
 * faster than naive.c:
 *
 *   a mask, no search   the bytes to the next multiple of a power of two are -address & (align - 1)
 *   no clearing         memory that is about to be written need not be written twice
 *   one check           with room = size - used, `pad <= room && n <= room - pad` cannot wrap, so
 *                       no second test for overflow is needed
 *
 * The pool. A pointer cannot be asked whether it is still good; an index and a generation can. The
 * slot counts its occupants, a handle remembers which one it meant. Moving is a new generation: all
 * copies of the old handle become stale in one store, however many there are and wherever they lie.
 * Loans have generations too, or a loan that was copied would be ended twice.
 *
 * A generation that starts again makes the oldest handles valid again, so a slot that has used up its
 * generations is retired: 255 of them here, 4 billion with 32 bits.
 */
#include "lab.h"

/* --- part A ----------------------------------------------------------------------------------- */

void arena_init(arena_t *a, void *memory, size_t bytes)
{
    *a = (arena_t){ .base = memory, .size = bytes };
}

void *arena_alloc(arena_t *a, size_t n, size_t align)
{
    size_t room = a->size - a->used;
    unsigned char *at = a->base + a->used;
    size_t pad = -(uintptr_t)at & (align - 1);
    if (align == 0 || (align & (align - 1)) || pad > room || n > room - pad)
        return NULL;
    a->used += pad + n;
    return at + pad;
}

int arena_open(arena_t *a, scope_t *out)
{
    if (a->depth == ARENA_DEPTH)
        return OWN_FULL;
    a->mark[a->depth] = a->used;
    a->serial[a->depth] = ++a->opened;
    *out = (scope_t){ a->depth, a->opened };
    a->depth++;
    return OWN_OK;
}

int arena_close(arena_t *a, scope_t s)
{
    if (s.serial == 0 || s.depth >= a->depth || a->serial[s.depth] != s.serial)
        return OWN_STALE;
    if (s.depth + 1 < a->depth)
        return OWN_BUSY;
    a->depth--;
    a->used = a->mark[a->depth];
    return OWN_OK;
}

/* How many scopes are around the address; -1 if it is free memory. */
static int depth_of(const arena_t *a, const void *p)
{
    size_t at = (size_t)((const unsigned char *)p - a->base);
    int depth = (int)a->depth;
    if (at >= a->used)
        return -1;
    while (depth > 0 && at < a->mark[depth - 1])
        depth--;
    return depth;
}

int arena_may_point(const arena_t *a, const void *holder, const void *target)
{
    int inner = depth_of(a, holder), outer = depth_of(a, target);
    return outer >= 0 && outer <= inner;
}

/* --- part B: who owns ------------------------------------------------------------------------- */

static struct slot *slot_of(pool_t *p, handle_t h)
{
    struct slot *s = &p->slot[h.index];
    return h.gen && s->owners && s->gen == h.gen ? s : NULL;
}

static int on_loan(const struct slot *s)
{
    return s->writer || s->readers;
}

void pool_init(pool_t *p, int slots)
{
    *p = (pool_t){ .slots = slots };
    for (int k = 0; k < POOL_SLOTS; k++)
        p->slot[k] = (struct slot){ .child = NOBODY, .gen = 1 };
    for (int k = 0; k < POOL_LOANS; k++)
        p->loan[k] = (struct loan){ .slot = NOBODY, .gen = 1 };
}

int pool_fini(pool_t *p)
{
    int leaks = 0;
    for (int k = 0; k < p->slots; k++) {
        leaks += p->slot[k].owners > 0;
        sys_free(p->slot[k].data);
        p->slot[k].data = NULL;
    }
    return leaks;
}

int own_new(pool_t *p, handle_t *out)
{
    for (int k = 0; k < p->slots; k++) {
        struct slot *s = &p->slot[k];
        if (s->owners || s->gen > GEN_MAX)
            continue;
        s->owners = 1;
        *out = (handle_t){ (uint8_t)k, (uint8_t)s->gen };
        return OWN_OK;
    }
    return OWN_FULL;
}

int own_move(pool_t *p, handle_t *from, handle_t *to)
{
    struct slot *s = slot_of(p, *from);
    if (!s)
        return OWN_STALE;
    if (on_loan(s) || s->owners > 1)
        return OWN_BUSY;
    if (s->gen == GEN_MAX)
        return OWN_FULL;
    handle_t moved = { from->index, (uint8_t)++s->gen };
    *from = (handle_t){ 0, 0 };
    *to = moved;
    return OWN_OK;
}

int own_clone(pool_t *p, handle_t h, handle_t *out)
{
    struct slot *s = slot_of(p, h);
    if (!s)
        return OWN_STALE;
    if (s->writer)
        return OWN_BUSY;
    s->owners++;
    *out = h;
    return OWN_OK;
}

/* The vector's memory and generation end here; its child is the caller's to release. */
static void bury(struct slot *s)
{
    sys_free(s->data);
    *s = (struct slot){ .child = NOBODY, .gen = s->gen + 1 };
}

int own_drop(pool_t *p, handle_t *h)
{
    if (!slot_of(p, *h))
        return OWN_STALE;
    for (int k = h->index; k != NOBODY && p->slot[k].owners == 1; k = p->slot[k].child)
        if (on_loan(&p->slot[k]))
            return OWN_BUSY;
    for (int k = h->index, next; k != NOBODY && --p->slot[k].owners == 0; k = next) {
        next = p->slot[k].child;
        bury(&p->slot[k]);
    }
    *h = (handle_t){ 0, 0 };
    return OWN_OK;
}

/* Room for one more element; 0 without memory. */
static int grown(struct slot *s)
{
    if (s->len < s->cap)
        return 1;
    uint32_t cap = s->cap ? 2 * s->cap : 4;
    int64_t *data = sys_alloc(cap * sizeof *data);
    if (!data)
        return 0;
    if (s->len)
        memcpy(data, s->data, s->len * sizeof *data);
    sys_free(s->data);
    s->data = data;
    s->cap = cap;
    return 1;
}

int own_push(pool_t *p, handle_t h, int64_t value)
{
    struct slot *s = slot_of(p, h);
    if (!s)
        return OWN_STALE;
    if (on_loan(s) || s->owners > 1)
        return OWN_BUSY;
    if (!grown(s))
        return OWN_FULL;
    s->data[s->len++] = value;
    return OWN_OK;
}

int own_link(pool_t *p, handle_t parent, handle_t child)
{
    struct slot *s = slot_of(p, parent), *c = slot_of(p, child);
    if (!s || !c)
        return OWN_STALE;
    if (s->child != NOBODY || on_loan(s))
        return OWN_BUSY;
    for (int k = child.index; k != NOBODY; k = p->slot[k].child)
        if (k == parent.index)
            return OWN_CYCLE;
    s->child = child.index;
    c->owners++;
    return OWN_OK;
}

/* --- part B: who borrows ---------------------------------------------------------------------- */

int own_borrow(pool_t *p, handle_t h, int mut, loan_t *out)
{
    struct slot *s = slot_of(p, h);
    if (!s)
        return OWN_STALE;
    if (s->writer || (mut && (s->readers || s->owners > 1)))
        return OWN_BUSY;
    for (int k = 0; k < POOL_LOANS; k++) {
        struct loan *l = &p->loan[k];
        if (l->slot != NOBODY || l->gen > GEN_MAX)
            continue;
        l->slot = h.index;
        l->mut = mut;
        s->writer = mut;
        s->readers += !mut;
        *out = (loan_t){ (uint8_t)k, (uint8_t)l->gen };
        return OWN_OK;
    }
    return OWN_FULL;
}

/* The loan, or NULL. */
static const struct loan *loan_of(const pool_t *p, loan_t l)
{
    const struct loan *at = &p->loan[l.index];
    return l.gen && at->slot != NOBODY && at->gen == l.gen ? at : NULL;
}

int loan_end(pool_t *p, loan_t *l)
{
    if (!loan_of(p, *l))
        return OWN_STALE;
    struct loan *at = &p->loan[l->index];
    struct slot *s = &p->slot[at->slot];
    if (at->mut)
        s->writer = 0;
    else
        s->readers--;
    at->slot = NOBODY;
    at->gen++;
    *l = (loan_t){ 0, 0 };
    return OWN_OK;
}

int loan_get(const pool_t *p, loan_t l, uint32_t i, int64_t *value)
{
    const struct loan *at = loan_of(p, l);
    if (!at)
        return OWN_STALE;
    const struct slot *s = &p->slot[at->slot];
    if (i >= s->len)
        return OWN_RANGE;
    *value = s->data[i];
    return OWN_OK;
}

int loan_set(pool_t *p, loan_t l, uint32_t i, int64_t value)
{
    const struct loan *at = loan_of(p, l);
    if (!at)
        return OWN_STALE;
    if (!at->mut)
        return OWN_CONST;
    struct slot *s = &p->slot[at->slot];
    if (i >= s->len)
        return OWN_RANGE;
    s->data[i] = value;
    return OWN_OK;
}
