/*
 * Oracles and input generators of c04-ownership. The models work with identities, not with slots: a
 * vector of the model is never reused, and a handle means one opening of one vector, numbered without
 * end. What a reference finds out with generations is here a comparison of serial numbers. The arena
 * is a map with the depth of every byte.
 */
#include <ridge/oracle.h>

enum { A_OPEN, A_CLOSE, A_COPY, A_ALLOC, A_POINT };
enum { P_NEW, P_MOVE, P_COPY, P_DROP, P_CLONE, P_PUSH, P_SHARE, P_MUT, P_END, P_LCOPY, P_GET, P_SET, P_LINK };
enum { OK, STALE, BUSY, FULL, CONSTANT, RANGE, CYCLE };
enum { REGS = 16, DEPTH = 16, LOANS = 64, GENERATIONS = 255, BYTES = 65536, MANY = 4096, LONG = 64 };
static const char *const status[] = { "OK", "STALE", "BUSY", "FULL", "CONST", "RANGE", "CYCLE" };
static const char *const a_name[] = { "arena_open", "arena_close", "copy of a scope", "arena_alloc",
                                      "arena_may_point" };
static const char *const p_name[] = { "own_new", "own_move", "copy of a handle", "own_drop", "own_clone",
                                      "own_push", "own_borrow shared", "own_borrow mutable", "loan_end",
                                      "copy of a loan", "loan_get", "loan_set", "own_link" };

static const char *said(int64_t k)
{
    return k >= OK && k <= CYCLE ? status[k] : "no status at all";
}

static int below(uint64_t *s, int n)
{
    return (int)(ridge_next(s) % (uint64_t)n);
}

static void put(int32_t *op, int what, int x, int y, int z)
{
    memcpy(op, (int32_t[]){ what, x, y, z }, 4 * sizeof *op);
}

/* --- arena ------------------------------------------------------------------------------------ */

struct amodel {
    int64_t first, end, used;     /* offsets in the harness's memory */
    int64_t mark[DEPTH], open[DEPTH];
    int64_t scope[REGS], ptr[REGS];
    int depth;
    int64_t serial;
    signed char at[BYTES];        /* depth of every byte, -1 free */
};

static int close_scope(struct amodel *m, int64_t serial)
{
    for (int k = 0; serial && k < m->depth; k++) {
        if (m->open[k] != serial)
            continue;
        if (k + 1 < m->depth)
            return BUSY;
        m->used = m->mark[--m->depth];
        memset(m->at + m->used, -1, (size_t)(BYTES - m->used));
        return OK;
    }
    return STALE;
}

static int64_t place(struct amodel *m, int64_t n, int64_t align)
{
    int64_t at = m->used;
    int bits = 0;
    for (int k = 0; k < 31; k++)
        bits += (int)(align >> k & 1);
    if (bits != 1 || n < 0)
        return -1;
    while (at % align)
        at++;
    if (at + n > m->end)
        return -1;
    memset(m->at + m->used, m->depth, (size_t)(at + n - m->used));
    m->used = at + n;
    return at;
}

static int64_t a_step(struct amodel *m, const int32_t *op, int64_t *value)
{
    int x = op[1], y = op[2];
    switch (op[0]) {
    case A_OPEN:
        if (m->depth == DEPTH)
            return FULL;
        m->mark[m->depth] = m->used;
        m->scope[x] = m->open[m->depth++] = ++m->serial;
        return OK;
    case A_CLOSE: return close_scope(m, m->scope[x]);
    case A_COPY: m->scope[y] = m->scope[x]; return OK;
    case A_ALLOC: *value = m->ptr[x] = place(m, y, op[3]); return OK;
    default:
        if (m->ptr[x] >= 0 && m->ptr[y] >= 0) {
            int inner = m->at[m->ptr[x]], outer = m->at[m->ptr[y]];
            *value = inner >= 0 && outer >= 0 && outer <= inner;
        }
        return OK;
    }
}

int script_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    int32_t *op = b->data;
    for (size_t k = 0; k < b->count / 4; k++, op += 4) {
        int dice = below(&seed, 100), x = below(&seed, 6), y = below(&seed, 6);
        if (dice < 20)
            put(op, A_OPEN, x, 0, 0);
        else if (dice < 36)
            put(op, A_CLOSE, x, 0, 0);
        else if (dice < 40)
            put(op, A_COPY, x, y, 0);
        else if (dice < 70)
            put(op, A_ALLOC, x, below(&seed, 12) ? 1 + below(&seed, 300) : -1 - below(&seed, 64),
                below(&seed, 16) ? 1 << below(&seed, 9) : 3 * below(&seed, 3));
        else
            put(op, A_POINT, x, y, 0);
    }
    return 0;
}

int scopes_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct amodel m;
    const struct ridge_buffer *b = ridge_buffer(c, "script");
    const int64_t *got = ridge_data(c, "got");
    if (!b || !got)
        return -1;
    memset(&m, 0, sizeof m);
    memset(m.at, -1, sizeof m.at);
    memset(m.ptr, -1, sizeof m.ptr);
    m.first = m.used = ridge_int(c, "shift");
    m.end = m.first + ridge_int(c, "bytes");
    if (m.end > BYTES)
        return -1;
    const int32_t *op = b->data;
    for (size_t k = 0; k < b->count / 4; k++, op += 4, got += 2) {
        int64_t value = 0, want = a_step(&m, op, &value);
        if (got[0] == want && got[1] == value)
            continue;
        if (got[0] != want)
            snprintf(v->message, sizeof v->message, "mismatch: step %zu, %s: expected %s, got %s", k,
                     a_name[op[0]], said(want), said(got[0]));
        else if (op[0] == A_ALLOC)
            snprintf(v->message, sizeof v->message, "mismatch: step %zu, arena_alloc(n=%d, align=%d): expected "
                     "offset %lld (-1: NULL), got %lld", k, op[2], op[3], (long long)value, (long long)got[1]);
        else
            snprintf(v->message, sizeof v->message, "mismatch: step %zu, %s: expected %lld, got %lld", k,
                     a_name[op[0]], (long long)value, (long long)got[1]);
        return 0;
    }
    v->pass = 1;
    return 0;
}

int sizes_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    uint32_t *size = b->data;
    for (size_t k = 0; k < b->count; k++)
        size[k] = 8 + (uint32_t)below(&seed, 89);
    return 0;
}

int allocs_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    const struct ridge_buffer *b = ridge_buffer(c, "sizes");
    const int32_t *where = ridge_data(c, "where");
    const int64_t *counts = ridge_data(c, "counts");
    if (!b || !where || !counts)
        return -1;
    const uint32_t *size = b->data;
    size_t group = (size_t)ridge_int(c, "group");
    int64_t at = 0;
    ridge_count(v, "heap_calls", (double)counts[0]);
    for (size_t k = 0; k < b->count; k++) {
        at = k % group ? (at + 15) / 16 * 16 : 0;
        if (where[k] != at) {
            snprintf(v->message, sizeof v->message, "mismatch: allocation %zu: expected offset %lld, got %d", k,
                     (long long)at, where[k]);
            return 0;
        }
        at += size[k];
    }
    v->pass = counts[1] == 0;
    if (!v->pass)
        snprintf(v->message, sizeof v->message, "mismatch: a scope was refused");
    return 0;
}

/* --- pool ------------------------------------------------------------------------------------- */

struct vec {
    int64_t serial; /* of its valid handles; 0: dead */
    int owners, readers, writer, child, len, room;
    int64_t data[LONG];
};

struct lent {
    int vec, mut; /* vec -1: over */
};

struct pmodel {
    struct vec vec[MANY];
    struct lent lent[MANY];
    int vecs, lents, live, lending, slots;
    int64_t serials, spent, asked, fail_at;
    struct { int vec; int64_t serial; } h[REGS];
    int loan[REGS]; /* number of the loan, from 1 */
};

static struct vec *valid(struct pmodel *m, int reg)
{
    struct vec *t = &m->vec[m->h[reg].vec];
    return m->h[reg].serial && t->serial == m->h[reg].serial ? t : NULL;
}

static struct lent *lent(struct pmodel *m, int reg)
{
    struct lent *l = &m->lent[m->loan[reg]];
    return m->loan[reg] && l->vec >= 0 ? l : NULL;
}

/* A single slot retires when its generations are spent; scripts on more never get that far. */
static int retired(const struct pmodel *m)
{
    return m->slots == 1 && m->spent >= GENERATIONS;
}

static int m_new(struct pmodel *m, int x)
{
    if (m->live == m->slots || retired(m) || m->vecs == MANY)
        return FULL;
    m->live++;
    m->vec[m->vecs] = (struct vec){ .serial = ++m->serials, .owners = 1, .child = -1 };
    m->h[x].vec = m->vecs++;
    m->h[x].serial = m->serials;
    return OK;
}

static int m_move(struct pmodel *m, int x, int y)
{
    struct vec *t = valid(m, x);
    if (!t)
        return STALE;
    if (t->readers || t->writer || t->owners > 1)
        return BUSY;
    if (m->slots == 1 && m->spent == GENERATIONS - 1)
        return FULL;
    m->spent++;
    t->serial = ++m->serials;
    int moved = m->h[x].vec;
    m->h[x].serial = 0;
    m->h[y].vec = moved;
    m->h[y].serial = t->serial;
    return OK;
}

static int m_drop(struct pmodel *m, int x)
{
    int first = m->h[x].vec;
    if (!valid(m, x))
        return STALE;
    for (int k = first; k >= 0 && m->vec[k].owners == 1; k = m->vec[k].child)
        if (m->vec[k].readers || m->vec[k].writer)
            return BUSY;
    for (int k = first; k >= 0; k = m->vec[k].child) {
        if (--m->vec[k].owners)
            break;
        m->vec[k].serial = 0;
        m->live--;
        m->spent++;
    }
    m->h[x].serial = 0;
    return OK;
}

static int m_push(struct pmodel *m, int x, int value)
{
    struct vec *t = valid(m, x);
    if (!t)
        return STALE;
    if (t->readers || t->writer || t->owners > 1)
        return BUSY;
    if (t->len == t->room) {
        if (m->asked++ == m->fail_at || t->len == LONG)
            return FULL;
        t->room = t->room ? 2 * t->room : 4;
    }
    t->data[t->len++] = value * ((INT64_C(1) << 32) + 1); /* as the harness widens it */
    return OK;
}

static int m_link(struct pmodel *m, int x, int y)
{
    struct vec *t = valid(m, x), *u = valid(m, y);
    if (!t || !u)
        return STALE;
    if (t->child >= 0 || t->readers || t->writer)
        return BUSY;
    for (int k = m->h[y].vec; k >= 0; k = m->vec[k].child)
        if (k == m->h[x].vec)
            return CYCLE;
    t->child = m->h[y].vec;
    u->owners++;
    return OK;
}

static int m_borrow(struct pmodel *m, int x, int y, int mut)
{
    struct vec *t = valid(m, x);
    if (!t)
        return STALE;
    if (t->writer || (mut && (t->readers || t->owners > 1)))
        return BUSY;
    if (m->lending == LOANS || m->lents + 1 >= MANY)
        return FULL;
    m->lending++;
    *(mut ? &t->writer : &t->readers) += 1;
    m->lent[++m->lents] = (struct lent){ m->h[x].vec, mut };
    m->loan[y] = m->lents;
    return OK;
}

static int m_end(struct pmodel *m, int x)
{
    struct lent *l = lent(m, x);
    if (!l)
        return STALE;
    *(l->mut ? &m->vec[l->vec].writer : &m->vec[l->vec].readers) -= 1;
    l->vec = -1;
    m->loan[x] = 0;
    m->lending--;
    return OK;
}

static int m_access(struct pmodel *m, const int32_t *op, int64_t *value)
{
    struct lent *l = lent(m, op[1]);
    if (!l)
        return STALE;
    if (op[0] == P_SET && !l->mut)
        return CONSTANT;
    struct vec *t = &m->vec[l->vec];
    if ((uint32_t)op[2] >= (uint32_t)t->len)
        return RANGE;
    if (op[0] == P_SET)
        t->data[op[2]] = op[3] * ((INT64_C(1) << 32) + 1);
    else
        *value = t->data[op[2]];
    return OK;
}

static int p_step(struct pmodel *m, const int32_t *op, int64_t *value)
{
    int x = op[1], y = op[2];
    switch (op[0]) {
    case P_NEW: return m_new(m, x);
    case P_MOVE: return m_move(m, x, y);
    case P_COPY: m->h[y] = m->h[x]; return OK;
    case P_DROP: return m_drop(m, x);
    case P_CLONE: {
        struct vec *t = valid(m, x);
        if (!t || t->writer)
            return t ? BUSY : STALE;
        t->owners++;
        m->h[y] = m->h[x];
        return OK;
    }
    case P_PUSH: return m_push(m, x, y);
    case P_SHARE: return m_borrow(m, x, y, 0);
    case P_MUT: return m_borrow(m, x, y, 1);
    case P_END: return m_end(m, x);
    case P_LCOPY: m->loan[y] = m->loan[x]; return OK;
    case P_LINK: return m_link(m, x, y);
    default: return m_access(m, op, value);
    }
}

/* --- scripts ---------------------------------------------------------------------------------- */

/* One violation after another, from the contract; handles 0..4, loans 0..3. */
static const int32_t planted[][4] = {
    { P_DROP, 0 }, { P_END, 0 }, { P_NEW, 0 }, { P_PUSH, 0, 41 }, { P_COPY, 0, 1 }, { P_MOVE, 0, 2 },
    { P_PUSH, 0, 1 }, { P_PUSH, 1, 1 }, { P_DROP, 1 }, { P_SHARE, 2, 0 }, { P_SHARE, 2, 1 },
    { P_PUSH, 2, 42 }, { P_MUT, 2, 2 }, { P_DROP, 2 }, { P_MOVE, 2, 3 }, { P_SET, 0, 0, 7 },
    { P_GET, 0, 0 }, { P_GET, 0, 1 }, { P_LCOPY, 0, 3 }, { P_END, 0 }, { P_END, 3 }, { P_GET, 3, 0 },
    { P_MUT, 2, 0 }, { P_END, 1 }, { P_MUT, 2, 0 }, { P_SHARE, 2, 1 }, { P_CLONE, 2, 3 }, { P_SET, 0, 0, 9 },
    { P_GET, 0, 0 }, { P_PUSH, 2, 43 }, { P_END, 0 }, { P_SET, 0, 0, 1 }, { P_CLONE, 2, 3 }, { P_MUT, 2, 0 },
    { P_PUSH, 3, 5 }, { P_MOVE, 3, 4 }, { P_DROP, 3 }, { P_DROP, 3 }, { P_NEW, 3 }, { P_LINK, 3, 3 },
    { P_LINK, 3, 2 }, { P_LINK, 2, 3 }, { P_LINK, 3, 2 }, { P_DROP, 2 }, { P_COPY, 3, 4 }, { P_DROP, 3 },
    { P_DROP, 4 }, { P_NEW, 0 }, { P_GET, 0, 0 }, { P_MOVE, 0, 0 }, { P_PUSH, 0, 6 }, { P_NEW, 1 },
    { P_LINK, 0, 1 }, { P_SHARE, 1, 0 }, { P_DROP, 1 }, { P_DROP, 0 }, { P_GET, 0, 0 }, { P_END, 0 },
    { P_DROP, 0 }, { P_NEW, 0 }, { P_PUSH, 0, 1 }, { P_PUSH, 0, 2 }, { P_PUSH, 0, 3 }, { P_PUSH, 0, 4 },
    { P_PUSH, 0, 5 }, { P_MUT, 0, 0 }, { P_GET, 0, 4 }, { P_GET, 0, 5 }, { P_GET, 0, -1 }, { P_END, 0 },
    { P_DROP, 0 },
    /* a chain of six that would close; a parent on loan; a child lent for writing, which is no matter */
    { P_NEW, 5 }, { P_NEW, 6 }, { P_NEW, 7 }, { P_NEW, 8 }, { P_NEW, 9 }, { P_NEW, 10 }, { P_LINK, 5, 6 },
    { P_LINK, 6, 7 }, { P_LINK, 7, 8 }, { P_LINK, 8, 9 }, { P_SHARE, 9, 0 }, { P_LINK, 9, 10 }, { P_END, 0 },
    { P_MUT, 10, 0 }, { P_LINK, 9, 10 }, { P_END, 0 }, { P_LINK, 10, 5 }, { P_LINK, 10, 7 }, { P_DROP, 6 },
    { P_DROP, 5 }, { P_PUSH, 8, 3 }, { P_DROP, 7 }, { P_DROP, 9 }, { P_DROP, 8 }, { P_DROP, 10 },
};

static void random_op(int32_t *op, uint64_t *s)
{
    static const int odds[] = { 8, 6, 4, 8, 5, 22, 10, 6, 16, 3, 10, 8, 6 }; /* in the order of P_ */
    int sum = 0, what = 0;
    for (size_t k = 0; k < sizeof odds / sizeof *odds; k++)
        sum += odds[k];
    for (int dice = below(s, sum); dice >= odds[what]; what++)
        dice -= odds[what];
    int loan = what == P_END || what == P_LCOPY || what == P_GET || what == P_SET;
    int x = below(s, loan ? 4 : 5);
    int y = what == P_PUSH ? 1 + below(s, 1000) : below(s, what == P_SHARE || what == P_MUT ? 4 : 5);
    put(op, what, x, what == P_LCOPY ? y % 4 : y, 1 + below(s, 1000));
}

/* New, copied, dropped, over and over; the first copy and the first loan's copy are tried each time. */
static void generation_op(int32_t *op, size_t k)
{
    static const int32_t round[][4] = { { P_NEW, 0 }, { P_PUSH, 1, 5 }, { P_SHARE, 0, 0 }, { P_END, 1 },
                                        { P_END, 0 }, { P_MOVE, 0, 0 }, { P_DROP, 1 }, { P_DROP, 0 } };
    static const int32_t first[][4] = { { P_NEW, 0 }, { P_COPY, 0, 1 }, { P_SHARE, 0, 0 }, { P_LCOPY, 0, 1 },
                                        { P_END, 0 }, { P_DROP, 0 } };
    size_t head = sizeof first / sizeof *first;
    memcpy(op, k < head ? first[k] : round[(k - head) % (sizeof round / sizeof *round)], sizeof *first);
}

/* One vector, lent and returned more often than a loan has generations. */
static void lending_op(int32_t *op, size_t k)
{
    static const int32_t round[][4] = { { P_SHARE, 0, 0 }, { P_GET, 1, 0 }, { P_END, 1 }, { P_END, 0 } };
    static const int32_t first[][4] = { { P_NEW, 0 }, { P_PUSH, 0, 8 }, { P_SHARE, 0, 0 }, { P_LCOPY, 0, 1 },
                                        { P_END, 0 } };
    size_t head = sizeof first / sizeof *first;
    memcpy(op, k < head ? first[k] : round[(k - head) % (sizeof round / sizeof *round)], sizeof *first);
}

/* One vector, moved and, while it is lent, not moved, until its generations are over. */
static void moving_op(int32_t *op, size_t k)
{
    static const int32_t round[][4] = { { P_SHARE, 0, 0 }, { P_MOVE, 0, 1 }, { P_END, 0 }, { P_MOVE, 0, 0 } };
    static const int32_t last[][4] = { { P_PUSH, 0, 5 }, { P_DROP, 0 }, { P_NEW, 0 }, { P_DROP, 0 } };
    if (k == 0)
        put(op, P_NEW, 0, 0, 0);
    else
        memcpy(op, k - 1 < 4 * GENERATIONS ? round[(k - 1) % 4] : last[(k - 1) % 4], sizeof *round);
}

/* Forty elements, all of them read, then the block that was refused is asked for again. */
static void growing_op(int32_t *op, size_t k)
{
    if (k == 0)
        put(op, P_NEW, 0, 0, 0);
    else if (k <= 40)
        put(op, P_PUSH, 0, (int)k * 7, 0);
    else if (k == 41)
        put(op, P_SHARE, 0, 0, 0);
    else
        put(op, P_GET, 0, (int)k - 42, 0);
}

/* More loans than there are, of one vector; the next vector can have none until one ends. */
static void loans_op(int32_t *op, size_t k)
{
    static const int32_t last[][4] = { { P_MUT, 0, 1 }, { P_NEW, 1 }, { P_SHARE, 1, 1 }, { P_MUT, 1, 1 },
                                       { P_END, 0 }, { P_MUT, 1, 1 }, { P_SHARE, 0, 2 }, { P_END, 1 },
                                       { P_SHARE, 0, 2 }, { P_END, 2 } };
    if (k == 0)
        put(op, P_NEW, 0, 0, 0);
    else if (k <= LOANS + 1)
        put(op, P_SHARE, 0, 0, 0);
    else if (k - LOANS - 2 < sizeof last / sizeof *last)
        memcpy(op, last[k - LOANS - 2], sizeof *last);
}

int rules_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    enum { PLANTED, RANDOM, VECTORS, LENDING, MOVES, BIRTHS, GROWTH, LOANS_OUT };
    const struct ridge_buffer *b = ridge_buffer(c, buffer);
    if (!b)
        return -1;
    int32_t *op = b->data;
    int kind = (int)ridge_int(c, "kind");
    for (size_t k = 0; k < b->count / 4; k++, op += 4) {
        put(op, P_COPY, 0, 0, 0);
        if (kind == PLANTED && k < sizeof planted / sizeof *planted)
            memcpy(op, planted[k], sizeof planted[k]);
        else if (kind == RANDOM)
            random_op(op, &seed);
        else if (kind == VECTORS)
            generation_op(op, k);
        else if (kind == LENDING)
            lending_op(op, k);
        else if (kind == MOVES)
            moving_op(op, k);
        else if (kind == BIRTHS)
            put(op, k % 2 ? P_DROP : P_NEW, 0, 0, 0);
        else if (kind == GROWTH)
            growing_op(op, k);
        else if (kind == LOANS_OUT)
            loans_op(op, k);
    }
    return 0;
}

int rules_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct pmodel m;
    const struct ridge_buffer *b = ridge_buffer(c, "rules");
    const int64_t *got = ridge_data(c, "said"), *left = ridge_data(c, "left");
    if (!b || !got || !left)
        return -1;
    memset(&m, 0, sizeof m);
    m.slots = (int)ridge_int(c, "slots");
    m.fail_at = ridge_int(c, "fail_at");
    const int32_t *op = b->data;
    for (size_t k = 0; k < b->count / 4; k++, op += 4, got += 2) {
        int64_t value = 0;
        int want = p_step(&m, op, &value);
        if (got[0] == want && got[1] == value)
            continue;
        if (got[0] != want)
            snprintf(v->message, sizeof v->message, "mismatch: step %zu, %s: expected %s, got %s", k,
                     p_name[op[0]], said(want), said(got[0]));
        else if (op[0] == P_MOVE || op[0] == P_DROP || op[0] == P_END)
            snprintf(v->message, sizeof v->message, "mismatch: step %zu, %s: what was given has to become null, and "
                     "still has generation %lld", k, p_name[op[0]], (long long)got[1]);
        else
            snprintf(v->message, sizeof v->message, "mismatch: step %zu, %s: expected value %lld, got %lld", k,
                     p_name[op[0]], (long long)value, (long long)got[1]);
        return 0;
    }
    v->pass = left[0] == m.live && left[1] == 0;
    if (left[1])
        snprintf(v->message, sizeof v->message, "mismatch: leak: %lld blocks never went back to the heap",
                 (long long)left[1]);
    else if (!v->pass)
        snprintf(v->message, sizeof v->message, "mismatch: pool_fini: expected %d leaks, got %lld", m.live,
                 (long long)left[0]);
    return 0;
}
