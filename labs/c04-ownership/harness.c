/*
 * harness.c: plays scripts on the learner's arena and pool, and is the only heap. A script is a list
 * of four numbers each: operation and operands, which are registers that hold handles, loans, scopes
 * or pointers. What comes back is a status and a value for each; nothing is judged here.
 */
#include <ridge/frame.h>
#include <stdlib.h>

static void *raw_alloc(size_t bytes)
{
    return malloc(bytes);
}

static void raw_free(void *block)
{
    free(block);
}

#include "lab.h"

#define HARNESS(name)                                    \
    void ridge_call_##name(const struct ridge_frame *f); \
    void ridge_call_##name(const struct ridge_frame *f)

/* Operations; oracle.c has the same lists. */
enum { A_OPEN, A_CLOSE, A_COPY, A_ALLOC, A_POINT };
enum { P_NEW, P_MOVE, P_COPY, P_DROP, P_CLONE, P_PUSH, P_SHARE, P_MUT, P_END, P_LCOPY, P_GET, P_SET, P_LINK };
enum { REGS = 16, ARENA = 1 << 20 };

static _Alignas(4096) unsigned char memory[ARENA];
static struct { int64_t calls, asked, live, fail_at; } heap = { .fail_at = -1 };

void *sys_alloc(size_t bytes)
{
    heap.calls++;
    if (heap.asked++ == heap.fail_at)
        return NULL;
    void *block = raw_alloc(bytes);
    heap.live += block != NULL;
    return block;
}

void sys_free(void *block)
{
    if (block) {
        heap.calls++;
        heap.live--;
        raw_free(block);
    }
}

/* --- part A ----------------------------------------------------------------------------------- */

static int64_t offset(const void *p)
{
    return p ? (const unsigned char *)p - memory : -1;
}

/* args: bytes shift | script [n][4] | got [n][2] */
HARNESS(scopes)
{
    const int32_t *op = f->buf[0];
    int64_t *got = f->buf[1];
    scope_t s[REGS] = { { 0, 0 } };
    void *ptr[REGS] = { NULL };
    arena_t a;
    arena_init(&a, memory + f->i[1], (size_t)f->i[0]);
    for (uint64_t k = 0; k < f->count[0] / 4; k++, op += 4, got += 2) {
        int x = op[1], y = op[2];
        got[0] = got[1] = 0;
        switch (op[0]) {
        case A_OPEN: got[0] = arena_open(&a, &s[x]); break;
        case A_CLOSE: got[0] = arena_close(&a, s[x]); break;
        case A_COPY: s[y] = s[x]; break;
        case A_ALLOC:
            ptr[x] = arena_alloc(&a, y < 0 ? SIZE_MAX + (size_t)(y + 1) : (size_t)y, (size_t)op[3]);
            got[1] = offset(ptr[x]);
            break;
        default: got[1] = ptr[x] && ptr[y] ? arena_may_point(&a, ptr[x], ptr[y]) : 0; break;
        }
    }
}

/* args: group | sizes [n] | where [n], counts [2] = calls of the heap, scopes refused */
HARNESS(allocs)
{
    const uint32_t *size = f->buf[0];
    int32_t *where = f->buf[1];
    int64_t *counts = f->buf[2], before = heap.calls, refused = 0;
    uint64_t n = f->count[0], group = (uint64_t)f->i[0];
    arena_t a;
    scope_t s = { 0, 0 };
    arena_init(&a, memory, sizeof memory);
    for (uint64_t k = 0; k < n; k += group) {
        refused += arena_open(&a, &s) != OWN_OK;
        for (uint64_t j = k; j < n && j < k + group; j++)
            where[j] = (int32_t)offset(arena_alloc(&a, size[j], 16));
        refused += arena_close(&a, s) != OWN_OK;
    }
    counts[0] = heap.calls - before;
    counts[1] = refused;
}

/* --- part B ----------------------------------------------------------------------------------- */

/* The generation in what an operation that went well should have made null. */
static int64_t left_in(int rc, int gen)
{
    return rc == OWN_OK ? gen : 0;
}

/* Elements of more than 32 bits. */
static int64_t wide(int value)
{
    return value * ((INT64_C(1) << 32) + 1);
}

/* One operation; returns its status. */
static int play(pool_t *p, handle_t *h, loan_t *l, const int32_t *op, int64_t *value)
{
    int x = op[1], y = op[2], z = op[3], rc;
    switch (op[0]) {
    case P_NEW: return own_new(p, &h[x]);
    case P_MOVE:
        rc = own_move(p, &h[x], &h[y]);
        *value = x == y ? 0 : left_in(rc, h[x].gen);
        return rc;
    case P_COPY: h[y] = h[x]; return OWN_OK;
    case P_DROP:
        rc = own_drop(p, &h[x]);
        *value = left_in(rc, h[x].gen);
        return rc;
    case P_CLONE: return own_clone(p, h[x], &h[y]);
    case P_PUSH: return own_push(p, h[x], wide(y));
    case P_SHARE: return own_borrow(p, h[x], 0, &l[y]);
    case P_MUT: return own_borrow(p, h[x], 1, &l[y]);
    case P_END:
        rc = loan_end(p, &l[x]);
        *value = left_in(rc, l[x].gen);
        return rc;
    case P_LCOPY: l[y] = l[x]; return OWN_OK;
    case P_GET: return loan_get(p, l[x], (uint32_t)y, value);
    case P_SET: return loan_set(p, l[x], (uint32_t)y, wide(z));
    default: return own_link(p, h[x], h[y]);
    }
}

/* args: slots fail_at | rules [n][4] | said [n][2], left [2] = leaked slots, blocks never given back */
HARNESS(rules)
{
    const int32_t *op = f->buf[0];
    int64_t *said = f->buf[1], *left = f->buf[2];
    handle_t h[REGS] = { { 0, 0 } };
    loan_t l[REGS] = { { 0, 0 } };
    pool_t *p = raw_alloc(sizeof *p); /* of the heap: what is beyond it is the sanitizer's to see */
    if (!p)
        return;
    heap.asked = heap.live = 0;
    heap.fail_at = f->i[1];
    pool_init(p, (int)f->i[0]);
    for (uint64_t k = 0; k < f->count[0] / 4; k++, op += 4, said += 2) {
        said[1] = 0;
        said[0] = play(p, h, l, op, &said[1]);
    }
    left[0] = pool_fini(p);
    left[1] = heap.live;
    raw_free(p);
    heap.fail_at = -1;
}
