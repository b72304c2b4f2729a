/*
 * ownership.c: yours. lab.h says what each function must do.
 *
 * Everything compiles as it stands and nothing is handed out. Part A first: arena_alloc on paper for
 * used = 5, n = 3, align = 8. Then own_new and own_drop, then the loans.
 */
#include "lab.h"

void arena_init(arena_t *a, void *memory, size_t bytes)
{
    *a = (arena_t){ .base = memory, .size = bytes };
}

void *arena_alloc(arena_t *a, size_t n, size_t align)
{
    /* Round the address up, not the offset. Then: which sums can wrap when n is SIZE_MAX? */
    (void)a, (void)n, (void)align;
    return NULL;
}

int arena_open(arena_t *a, scope_t *out)
{
    (void)a, (void)out;
    return OWN_FULL;
}

int arena_close(arena_t *a, scope_t s)
{
    /* The depth says where to look, the serial whether it is still the same scope. */
    (void)a, (void)s;
    return OWN_STALE;
}

int arena_may_point(const arena_t *a, const void *holder, const void *target)
{
    /* Marks grow with depth. How many of them lie at or below an address? */
    (void)a, (void)holder, (void)target;
    return 0;
}

void pool_init(pool_t *p, int slots)
{
    *p = (pool_t){ .slots = slots };
}

int pool_fini(pool_t *p)
{
    (void)p;
    return 0;
}

int own_new(pool_t *p, handle_t *out)
{
    /* Free is: no owner, and a generation left. */
    (void)p, (void)out;
    return OWN_FULL;
}

int own_move(pool_t *p, handle_t *from, handle_t *to)
{
    /* from and to may be the same variable. */
    (void)p, (void)from, (void)to;
    return OWN_STALE;
}

int own_clone(pool_t *p, handle_t h, handle_t *out)
{
    (void)p, (void)h, (void)out;
    return OWN_STALE;
}

int own_drop(pool_t *p, handle_t *h)
{
    /* First walk down the links as far as owners would reach 0, and look for loans. Then walk again. */
    (void)p, (void)h;
    return OWN_STALE;
}

int own_push(pool_t *p, handle_t h, int64_t value)
{
    /* There is no realloc: take the new block before you give the old one back. */
    (void)p, (void)h, (void)value;
    return OWN_STALE;
}

int own_link(pool_t *p, handle_t parent, handle_t child)
{
    (void)p, (void)parent, (void)child;
    return OWN_STALE;
}

int own_borrow(pool_t *p, handle_t h, int mut, loan_t *out)
{
    (void)p, (void)h, (void)mut, (void)out;
    return OWN_STALE;
}

int loan_end(pool_t *p, loan_t *l)
{
    /* A loan has a generation of its own: what else would tell it from its copy? */
    (void)p, (void)l;
    return OWN_STALE;
}

int loan_get(const pool_t *p, loan_t l, uint32_t i, int64_t *value)
{
    (void)p, (void)l, (void)i, (void)value;
    return OWN_STALE;
}

int loan_set(pool_t *p, loan_t l, uint32_t i, int64_t value)
{
    (void)p, (void)l, (void)i, (void)value;
    return OWN_STALE;
}
