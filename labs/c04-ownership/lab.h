/*
 * lab.h: the interface of c04-ownership. Skeleton, reference and harness all include this one file.
 *
 * Part A is an arena: memory that is given back by scope, not by block. Part B is a pool of vectors
 * that are reached by handle only; the pool enforces at run time what rustc proves at compile time:
 * one owner, or counted owners; many readers, or one writer; nothing outlives what it refers to.
 *
 * Whoever calls is careless or hostile: every handle, loan and scope may be old, copied with memcpy,
 * or all zeros. A call that is refused changes nothing. Handles, loans and scopes come from you, or
 * are copies, or are all zeros; nobody makes up other bits.
 */
#ifndef C04_OWNERSHIP_LAB_H
#define C04_OWNERSHIP_LAB_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* What every int function returns unless it says otherwise. Where several apply, the first in the
 * order in which the function's own comment names them. */
enum own_status {
    OWN_OK,
    OWN_STALE, /* the handle, loan or scope is null or no longer means anything */
    OWN_BUSY,  /* somebody else holds what this needs alone */
    OWN_FULL,  /* no slot, loan, generation, depth or memory left */
    OWN_CONST, /* a shared loan cannot write */
    OWN_RANGE, /* no such element */
    OWN_CYCLE  /* the link would close a ring */
};

/* The only heap there is, in bytes; sys_alloc may return NULL. Every block goes back exactly once. */
void *sys_alloc(size_t bytes);
void sys_free(void *block);

/* --- part A: an arena with scopes ------------------------------------------------------------- */

enum { ARENA_DEPTH = 16 };

typedef struct {
    unsigned char *base;
    size_t size, used;             /* bytes */
    size_t mark[ARENA_DEPTH];      /* `used` when the scope was opened */
    uint32_t serial[ARENA_DEPTH];  /* which opening that was, from 1 */
    uint32_t depth, opened;        /* open scopes; openings so far */
} arena_t;

typedef struct { uint32_t depth, serial; } scope_t; /* serial 0: null */

void arena_init(arena_t *a, void *memory, size_t bytes);

/* n bytes (n >= 1) at the lowest free address that is a multiple of align. NULL, and nothing
 * changed, where they do not fit or align is no power of two. n may be as large as SIZE_MAX. The
 * bytes are not cleared. This one is timed; it never calls sys_alloc. */
void *arena_alloc(arena_t *a, size_t n, size_t align);

/* Open a scope inside the innermost one. FULL at ARENA_DEPTH. */
int arena_open(arena_t *a, scope_t *out);

/* Close it: all memory since its opening is free again. STALE if it is not open (any more); BUSY if
 * a scope inside it is still open. */
int arena_close(arena_t *a, scope_t s);

/* 1 if an object at `holder` may keep the pointer `target`: target is alive and its scope is the
 * holder's own or one around it. 0 else, also when either is dead. Both came from arena_alloc; an
 * address that was handed out again counts as what is there now. */
int arena_may_point(const arena_t *a, const void *holder, const void *target);

/* --- part B: a pool of vectors ---------------------------------------------------------------- */

/* Generations run from 1 to GEN_MAX and never start again: a slot whose last one is over is retired.
 * Eight bits, where a real pool has 32 or more, so that the tests get there. */
enum { POOL_SLOTS = 32, POOL_LOANS = 64, GEN_MAX = 255, NOBODY = -1 };

typedef struct { uint8_t index, gen; } handle_t; /* gen 0: null */
typedef struct { uint8_t index, gen; } loan_t;   /* gen 0: null */

struct slot {
    int64_t *data;     /* from sys_alloc, or NULL */
    uint32_t len, cap; /* elements */
    uint32_t owners;   /* handles and links that count; 0: free */
    uint32_t readers;  /* shared loans */
    int32_t writer;    /* 1: a mutable loan exists */
    int32_t child;     /* slot that this one owns too, or NOBODY */
    uint32_t gen;      /* of the present or next occupant; above GEN_MAX: retired */
};

struct loan {
    int32_t slot; /* NOBODY: free */
    int32_t mut;
    uint32_t gen;
};

typedef struct {
    int slots; /* how many of slot[] may be used, 1..POOL_SLOTS */
    struct slot slot[POOL_SLOTS];
    struct loan loan[POOL_LOANS];
} pool_t;

void pool_init(pool_t *p, int slots);

/* Give all memory back. Returns how many slots were still owned: the leaks. */
int pool_fini(pool_t *p);

/* An empty vector with one owner. FULL if every slot is owned or retired. */
int own_new(pool_t *p, handle_t *out);

/* The vector gets a new handle, *to; *from becomes null and every other copy of it stale. STALE;
 * BUSY while on loan or with more than one owner; FULL if the slot's generations are used up. */
int own_move(pool_t *p, handle_t *from, handle_t *to);

/* One more owner: *out is an equal handle, dropped on its own. STALE; BUSY while lent mutably. */
int own_clone(pool_t *p, handle_t h, handle_t *out);

/* One owner less, *h becomes null. With its last owner a vector dies, and with it its link to a
 * child, which may die too, and so on. STALE; BUSY if any that would die is on loan. */
int own_drop(pool_t *p, handle_t *h);

/* Append. A vector has no memory while it is empty, then room for 4, and twice as much whenever that
 * is used up. STALE; BUSY while on loan or with more than one owner; FULL without memory. */
int own_push(pool_t *p, handle_t h, int64_t value);

/* Make `parent` one of the owners of `child`. STALE; BUSY if parent has a child or is on loan (a loan of
 * child is no matter: its elements stay where they are); CYCLE if parent is child, or is reached from
 * child by links. */
int own_link(pool_t *p, handle_t parent, handle_t child);

/* A loan to read, or (mut = 1) to write. STALE. Shared: BUSY while lent mutably. Mutable: BUSY while
 * on loan at all or with more than one owner. FULL without a free loan. */
int own_borrow(pool_t *p, handle_t h, int mut, loan_t *out);

/* End a loan: *l becomes null, and every copy of it stale. STALE. */
int loan_end(pool_t *p, loan_t *l);

/* Element i. STALE, (set) CONST, RANGE. */
int loan_get(const pool_t *p, loan_t l, uint32_t i, int64_t *value);
int loan_set(pool_t *p, loan_t l, uint32_t i, int64_t value);

/* --- what may not be used --------------------------------------------------------------------- */

#pragma GCC poison malloc calloc realloc free aligned_alloc posix_memalign mmap
#pragma GCC poison __builtin_malloc __builtin_calloc __builtin_realloc __builtin_free

#endif
