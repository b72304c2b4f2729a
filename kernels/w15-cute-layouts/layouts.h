/* layouts.h: the oracle's own layouts: trees in preorder as in lab.h, their text, and how they lie in a buffer. */
#ifndef W15_LAYOUTS_H
#define W15_LAYOUTS_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { NODES = 40, ENCODED = 1 + 3 * NODES, ASK = 16, ROW = 2 * ENCODED + ASK, OUT = 1 + ENCODED };

struct node {
    int64_t shape, stride;
    int64_t kids;
};

struct lay {
    int n;
    struct node at[NODES];
};

struct row {
    struct lay A, B;
    int64_t ask[ASK];
};

struct reply {
    int64_t status;
    struct lay made;
};

static inline int64_t size_of(const struct lay *L)
{
    int64_t size = 1;
    for (int k = 0; k < L->n; k++)
        size *= L->at[k].kids ? 1 : L->at[k].shape;
    return size;
}

static inline int64_t cosize_of(const struct lay *L)
{
    int64_t top = 1;
    for (int k = 0; k < L->n; k++)
        top += L->at[k].kids ? 0 : (L->at[k].shape - 1) * L->at[k].stride;
    return top;
}

static inline int behind(const struct lay *L, int node)
{
    int64_t members = L->at[node++].kids;
    while (members-- > 0)
        node = behind(L, node);
    return node;
}

static inline void mode_of(const struct lay *L, int k, struct lay *r)
{
    int from = L->at[0].kids ? 1 : 0;
    while (k-- > 0)
        from = behind(L, from);
    r->n = behind(L, from) - from;
    memmove(r->at, L->at + from, (size_t)r->n * sizeof *r->at);
}

static inline void tuple(struct lay *r, int n, const struct lay *const *part)
{
    r->n = 1;
    r->at[0] = (struct node){ 0, 0, n };
    for (int k = 0; k < n && r->n + part[k]->n <= NODES; r->n += part[k]->n, k++)
        memcpy(r->at + r->n, part[k]->at, (size_t)part[k]->n * sizeof *r->at);
}

/* --- coordinates ------------------------------------------------------------------------------------------------ */

static inline int coordinate(const struct lay *L, int64_t i, int64_t *crd)
{
    int n = 0;
    int64_t below = 1;
    for (int k = 0; k < L->n; k++) {
        if (L->at[k].kids)
            continue;
        crd[n++] = k == L->n - 1 ? i / below : i / below % L->at[k].shape;
        below *= L->at[k].shape;
    }
    return n;
}

static inline int64_t offset_of(const struct lay *L, int64_t n, const int64_t *crd)
{
    int64_t sum = 0, deep[NODES], leaves = coordinate(L, 0, deep), rank = L->at[0].kids ? L->at[0].kids : 1;
    struct lay mode = *L;
    if (n != 1 && n != rank && n != leaves)
        return -1;
    for (int64_t m = 0; m < (n == leaves ? 1 : n); m++) {
        if (n == leaves)
            memcpy(deep, crd, (size_t)n * sizeof *deep);
        if (n != 1 && n != leaves)
            mode_of(L, (int)m, &mode);
        if (n != leaves || n == 1)
            coordinate(&mode, crd[m], deep);
        for (int k = 0, leaf = 0; k < mode.n; k++)
            sum += mode.at[k].kids ? 0 : deep[leaf++] * mode.at[k].stride;
    }
    return sum;
}

/* --- text ------------------------------------------------------------------------------------------------------- */

static inline int show_half(char *to, size_t room, const struct lay *L, int node, int strides)
{
    int used = 0;
    const struct node *x = L->at + node;
    if (!x->kids)
        return snprintf(to, room, "%" PRId64, strides ? x->stride : x->shape);
    for (int k = 0, at = node + 1; k < x->kids; k++, at = behind(L, at)) {
        used += snprintf(to + used, room > (size_t)used ? room - (size_t)used : 0, k ? "," : "(");
        used += show_half(to + (used < (int)room ? used : 0), room > (size_t)used ? room - (size_t)used : 0, L, at,
                          strides);
    }
    return used + snprintf(to + (used < (int)room ? used : 0), room > (size_t)used ? room - (size_t)used : 0, ")");
}

static inline void show(char *to, size_t room, const struct lay *L)
{
    int used = show_half(to, room, L, 0, 0);
    if (used < (int)room - 1) {
        to[used] = ':';
        show_half(to + used + 1, room - (size_t)used - 1, L, 0, 1);
    }
}

/* "((2,4),8):((1,16),2)" as a layout: the shapes make the tree, the strides go to its leaves in order. */
static inline void parse(const char *text, struct lay *r)
{
    int strides = 0, next = 0, open[NODES], deep = 0;
    r->n = 0;
    for (const char *p = text; *p; p++) {
        if (*p == ':') {
            strides = 1;
        } else if (*p == '(' && !strides) {
            r->at[open[deep++] = r->n++] = (struct node){ 0, 0, 1 };
        } else if (*p == ',' && !strides) {
            r->at[open[deep - 1]].kids++;
        } else if (*p == ')') {
            deep -= !strides;
        } else if (*p >= '0' && *p <= '9') {
            int64_t x = 0;
            for (; *p >= '0' && *p <= '9'; p++)
                x = 10 * x + *p - '0';
            p--;
            while (strides && r->at[next].kids)
                next++;
            if (strides)
                r->at[next++].stride = x;
            else
                r->at[r->n++] = (struct node){ x, 0, 0 };
        }
    }
}

/* --- buffers ---------------------------------------------------------------------------------------------------- */

static inline void read_lay(const int64_t *from, struct lay *r)
{
    r->n = from[0] < 0 || from[0] > NODES ? 0 : (int)from[0];
    for (int k = 0; k < NODES; k++)
        r->at[k] = (struct node){ from[1 + 3 * k], from[2 + 3 * k], from[3 + 3 * k] };
}

static inline void write_lay(const struct lay *L, int64_t *to)
{
    to[0] = L->n;
    for (int k = 0; k < NODES; k++) {
        to[1 + 3 * k] = L->at[k].shape;
        to[2 + 3 * k] = L->at[k].stride;
        to[3 + 3 * k] = L->at[k].kids;
    }
}

static inline void read_row(const int64_t *from, struct row *q)
{
    read_lay(from, &q->A);
    read_lay(from + ENCODED, &q->B);
    memcpy(q->ask, from + 2 * ENCODED, sizeof q->ask);
}

static inline void write_row(const struct row *q, int64_t *to)
{
    write_lay(&q->A, to);
    write_lay(&q->B, to + ENCODED);
    memcpy(to + 2 * ENCODED, q->ask, sizeof q->ask);
}

/* Is it one tree, with sizes and strides that a layout may have? */
static inline int well_formed(const struct lay *L)
{
    int64_t open = 1;
    for (int k = 0; k < L->n; k++) {
        const struct node *x = L->at + k;
        if (open == 0 || x->kids < 0 || x->kids > NODES || (!x->kids && (x->shape < 1 || x->stride < 0)))
            return 0;
        open += x->kids - 1;
    }
    return L->n > 0 && open == 0;
}

static inline int same(const struct lay *a, const struct lay *b)
{
    if (a->n != b->n)
        return 0;
    for (int k = 0; k < a->n; k++) {
        const struct node *x = a->at + k, *y = b->at + k;
        if (x->kids != y->kids || (!x->kids && (x->shape != y->shape || x->stride != y->stride)))
            return 0;
    }
    return 1;
}

#endif
