/*
 * scripts.h: steps on tensors, drawn and judged by oracle.c. A tensor is a list of addresses here, one for each element:
 * strides are read off such a list, never calculated.
 */
#ifndef C09_SCRIPTS_H
#define C09_SCRIPTS_H

#include <stdarg.h>
#include <stdlib.h>

#include "ridge/oracle.h"

enum { OK = 0, NO_MEMORY = -1, BAD = -2, STALE = -3, NO_KERNEL = -4 };
enum { DIMS = 4, MOST = 1296, KEYS = 8, OPS = 8 };

static int wrong(struct ridge_verdict *v, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(v->message, sizeof v->message, fmt, args);
    va_end(args);
    return 0;
}

static int64_t of(uint64_t *s, int64_t n)
{
    return (int64_t)(ridge_next(s) % (uint64_t)n);
}

enum { NEW, DROP, TRANSPOSE, SLICE, EXPAND, VIEW, CONTIGUOUS, ADD_, SAVE, UNSAVE, RELEASE, FAIL };
enum { SLOTS = 6, STEP = 8, SAID = 17, WRITTEN = -99, NOT_ZERO = -98 };
static const char *const step_name[] = { "tensor_new", "tensor_drop", "transpose", "slice", "expand", "view",
                                         "contiguous", "add_", "save", "unsave", "drop of a saved one", "-" };

struct block {
    int refs, version, count;
    float *data;
};

struct list {
    struct block *block; /* NULL: no tensor */
    int dim, size[DIMS], n;
    int at[MOST];
    int version; /* of a saved one */
};

struct world {
    struct list slot[SLOTS], kept[SLOTS];
    int fail; /* which allocation of the next step is refused; 0: none */
};

static void let_go(struct list *t)
{
    if (t->block && --t->block->refs == 0) {
        free(t->block->data);
        free(t->block);
    }
    t->block = NULL;
}

static void own(struct list *to, const struct list *from)
{
    struct list old = *to;
    *to = *from;
    to->block->refs++;
    let_go(&old);
}

static int count(int dim, const int *size)
{
    int n = 1;
    for (int d = 0; d < dim; d++)
        n *= size[d];
    return n;
}

static void digits(int k, int dim, const int *size, int *index)
{
    for (int d = dim - 1; d >= 0; d--) {
        index[d] = k % size[d];
        k /= size[d];
    }
}

static int number(int dim, const int *size, const int *index)
{
    int k = 0;
    for (int d = 0; d < dim; d++)
        k = k * size[d] + index[d];
    return k;
}

/* The distance of neighbours along d. */
static int stride_of(const struct list *t, int d)
{
    int index[DIMS] = { 0 };
    index[d] = 1;
    return t->at[number(t->dim, t->size, index)] - t->at[0];
}

/* Whether strides can reach all elements. */
static int regular(const struct list *t)
{
    int stride[DIMS] = { 0 };
    for (int d = 0; t->n && d < t->dim; d++)
        stride[d] = t->size[d] > 1 ? stride_of(t, d) : 0;
    for (int k = 0; k < t->n; k++) {
        int index[DIMS], at = t->at[0];
        digits(k, t->dim, t->size, index);
        for (int d = 0; d < t->dim; d++)
            at += index[d] * stride[d];
        if (at != t->at[k])
            return 0;
    }
    return 1;
}

static int in_a_row(const struct list *t)
{
    for (int k = 1; k < t->n; k++)
        if (t->at[k] != t->at[0] + k)
            return 0;
    return 1;
}

static struct block *block_new(int n)
{
    struct block *b = calloc(1, sizeof *b);
    b->count = n;
    b->data = calloc((size_t)n + 1, sizeof *b->data);
    return b;
}

static int shape(struct list *r, int dim, const int32_t *size)
{
    if (dim < 0 || dim > DIMS)
        return 0;
    double n = 1;
    r->dim = dim;
    for (int d = 0; d < dim; d++) {
        if (size[d] < 0)
            return 0;
        r->size[d] = size[d];
        n *= size[d];
    }
    return n <= 0x1p40;
}

/* Element k of r is the one of t that has its indices, where t has them. 0: sizes do not go together. */
static int spread(struct list *r, const struct list *t)
{
    int more = r->dim - t->dim;
    for (int d = 0; d < t->dim; d++)
        if (more < 0 || (t->size[d] != 1 && t->size[d] != r->size[d + more]))
            return 0;
    r->n = count(r->dim, r->size);
    for (int k = 0; more >= 0 && k < r->n; k++) {
        int index[DIMS], own_index[DIMS] = { 0 };
        digits(k, r->dim, r->size, index);
        for (int d = 0; d < t->dim; d++)
            own_index[d] = t->size[d] == 1 ? 0 : index[d + more];
        r->at[k] = t->at[number(t->dim, t->size, own_index)];
    }
    return more >= 0;
}

static int sim_slice(struct list *r, const struct list *t, const int32_t *a)
{
    int d = a[0], n = 0;
    if (d < 0 || d >= t->dim || a[1] < 0 || a[2] < a[1] || a[2] > t->size[d] || a[3] < 1)
        return BAD;
    for (int64_t k = a[1]; k < a[2]; k += a[3])
        n++;
    r->size[d] = n;
    r->n = count(r->dim, r->size);
    for (int k = 0; k < r->n; k++) {
        int index[DIMS];
        digits(k, r->dim, r->size, index);
        index[d] = a[1] + index[d] * a[3];
        r->at[k] = t->at[number(t->dim, t->size, index)];
    }
    return OK;
}

static int sim_transpose(struct list *r, const struct list *t, int a, int b)
{
    if (a < 0 || b < 0 || a >= t->dim || b >= t->dim)
        return BAD;
    r->size[a] = t->size[b], r->size[b] = t->size[a];
    for (int k = 0; k < r->n; k++) {
        int index[DIMS];
        digits(k, r->dim, r->size, index);
        int x = index[a];
        index[a] = index[b], index[b] = x;
        r->at[k] = t->at[number(t->dim, t->size, index)];
    }
    return OK;
}

static int sim_new(struct list *r, const struct world *w, int seed)
{
    if (w->fail)
        return NO_MEMORY;
    r->n = count(r->dim, r->size);
    r->block = block_new(r->n);
    for (int k = 0; k < r->n; k++) {
        r->at[k] = k;
        r->block->data[k] = (float)((k * 7 + seed * 3) % 101);
    }
    return OK;
}

static int sim_contiguous(struct list *r, const struct list *t, const struct world *w)
{
    if (in_a_row(t))
        return OK;
    int rc = sim_new(r, w, 0);
    for (int k = 0; rc == OK && k < t->n; k++)
        r->block->data[k] = t->block->data[t->at[k]];
    return rc;
}

static int sim_add(struct list *t, const struct list *b, const struct world *w)
{
    static struct list wide;
    float was[MOST];
    wide = *t;
    if (!spread(&wide, b))
        return BAD;
    for (int d = 0; d < t->dim; d++)
        if (t->n && t->size[d] > 1 && stride_of(t, d) == 0)
            return BAD;
    if (w->fail && t->block == b->block)
        return NO_MEMORY;
    for (int k = 0; k < t->n; k++)
        was[k] = b->block->data[wide.at[k]];
    for (int k = 0; k < t->n; k++)
        t->block->data[t->at[k]] += was[k];
    t->block->version++;
    return OK;
}

/* One step; what it returns. */
static int sim_step(struct world *w, const int32_t *s)
{
    static struct list r;
    struct list *dst = &w->slot[s[1]];
    const struct list *t = s[0] == UNSAVE || s[0] == RELEASE ? &w->kept[s[2]] : &w->slot[s[2]];
    int rc = OK;
    if (s[0] == FAIL)
        return w->fail = s[3] > 1 ? s[3] : 1, OK;
    if (s[0] != NEW && !t->block)
        return w->fail = 0, 1;
    r = *t;
    switch (s[0]) {
    case NEW: rc = shape(&r, s[3], s + 4) ? sim_new(&r, w, s[1]) : BAD; break;
    case DROP: let_go(&w->slot[s[2]]); return w->fail = 0, OK;
    case TRANSPOSE: rc = sim_transpose(&r, t, s[3], s[4]); break;
    case SLICE: rc = sim_slice(&r, t, s + 3); break;
    case EXPAND: rc = shape(&r, s[3], s + 4) && spread(&r, t) ? OK : BAD; break;
    case VIEW: rc = shape(&r, s[3], s + 4) && count(r.dim, r.size) == t->n && regular(&r) ? OK : BAD; break;
    case CONTIGUOUS: rc = sim_contiguous(&r, t, w); break;
    case ADD_: rc = dst->block ? sim_add(dst, t, w) : 1; return w->fail = 0, rc;
    case SAVE:
        own(&w->kept[s[1]], t);
        w->kept[s[1]].version = t->block->version;
        return w->fail = 0, OK;
    case UNSAVE: rc = t->version == t->block->version ? OK : STALE; break;
    default: let_go(&w->kept[s[2]]); return w->fail = 0, OK;
    }
    w->fail = 0;
    if (rc == OK) {
        own(dst, &r);
        if (s[0] == NEW || (s[0] == CONTIGUOUS && r.block != t->block))
            dst->block->refs = 1;
    }
    return rc;
}

static void world_end(struct world *w)
{
    for (int k = 0; k < SLOTS; k++)
        let_go(&w->slot[k]), let_go(&w->kept[k]);
}

static int is_said(const struct list *t, const int64_t *got, char *what, size_t room, int64_t *want)
{
    int64_t sum = 0;
    for (int k = 0; t->block && k < t->n; k++)
        sum += (int64_t)t->block->data[t->at[k]] * (k % 97 + 1);
#define SAME(name, index, value) \
    do { \
        *want = (value); \
        snprintf(what, room, "%s is %lld", name, (long long)got[index]); \
        if (got[index] != *want) \
            return 0; \
    } while (0)
    SAME("dim", 1, t->block ? t->dim : 0);
    for (int d = 0; t->block && d < t->dim; d++) {
        char name[24];
        snprintf(name, sizeof name, "size[%d]", d);
        SAME(name, 2 + d, t->size[d]);
    }
    for (int d = 0; t->block && d < t->dim; d++) {
        char name[24];
        snprintf(name, sizeof name, "stride[%d]", d);
        if (t->n && t->size[d] > 1)
            SAME(name, 6 + d, stride_of(t, d));
    }
    if (t->block && t->n)
        SAME("offset", 10, t->at[0]);
    SAME("refs", 11, t->block ? t->block->refs : 0);
    SAME("version", 12, t->block ? t->block->version : 0);
    SAME("the sum over its elements", 13, sum);
    SAME("is_contiguous", 14, t->block ? in_a_row(t) : 0);
    return 1;
}

int script_verify(const struct ridge_case *c, struct ridge_verdict *v)
{
    static struct world w;
    const int32_t *s = ridge_data(c, "script");
    const int64_t *got = ridge_data(c, "said"), *left = ridge_data(c, "left");
    int64_t steps = ridge_int(c, "S"), allocs = 0;
    int good = 1;
    memset(&w, 0, sizeof w);
    for (int64_t k = 0; good && k < steps; k++, s += STEP, got += SAID) {
        char what[80] = "";
        int64_t want = 0;
        /* How many allocations it takes is not prescribed: some have no second one, add_ may need none. */
        if ((w.fail > 1 || s[0] == ADD_) && got[15] < w.fail)
            w.fail = 0;
        int rc = sim_step(&w, s);
        if (got[0] == WRITTEN)
            good = wrong(v, "step %lld, %s: writes *ret though it does not return OK", (long long)k, step_name[s[0]]);
        else if (got[0] == NOT_ZERO)
            good = wrong(v, "step %lld, %s: data are not 0", (long long)k, step_name[s[0]]);
        else if (got[0] != rc)
            good = wrong(v, "step %lld, %s: returns %lld, expected %d", (long long)k, step_name[s[0]],
                         (long long)got[0], rc);
        else if (!is_said(&w.slot[s[1]], got, what, sizeof what, &want))
            good = wrong(v, "step %lld, %s: %s, expected %lld", (long long)k, step_name[s[0]], what, (long long)want);
        if ((s[0] >= TRANSPOSE && s[0] <= VIEW) || s[0] == SAVE || s[0] == UNSAVE)
            allocs += got[15];
    }
    world_end(&w);
    if (good && *left)
        good = wrong(v, "%lld blocks never went back", (long long)*left);
    ridge_count(v, "view_allocs", (double)allocs);
    v->pass = good;
    return 0;
}

/* Another shape of the same elements: two neighbours joined, or one cut in two, or a one put in. */
static void reshape(const struct list *t, int32_t *a, uint64_t *s)
{
    int d = t->dim ? (int)of(s, t->dim) : 0, n = 0, how = (int)of(s, 4);
    for (int k = 0; k < t->dim && n < DIMS; k++) {
        int cut = t->size[k] % 2 == 0 && t->size[k] ? 2 : 3;
        if (k == d && how == 0 && n)
            a[n] *= t->size[k];
        else if (k == d && how == 1 && n < DIMS - 1 && t->size[k] % cut == 0) {
            a[1 + n++] = t->size[k] / cut;
            a[1 + n++] = cut;
        } else if (k == d && how == 2 && n < DIMS - 1) {
            a[1 + n++] = 1;
            a[1 + n++] = t->size[k];
        } else
            a[1 + n++] = t->size[k];
    }
    a[0] = n;
    if (how == 3 || n > DIMS || (how && t->dim > n))
        a[0] = 1, a[1] = t->n;
    if (of(s, 8) == 0)
        a[1] += (int32_t)of(s, 3) - 1;
}

static void draw_step(const struct world *w, int32_t *q, uint64_t *s)
{
    static const int often[] = { NEW, NEW, NEW, DROP, TRANSPOSE, TRANSPOSE, TRANSPOSE, SLICE, SLICE, EXPAND, EXPAND,
                                 VIEW, VIEW, VIEW, CONTIGUOUS, CONTIGUOUS, ADD_, ADD_, ADD_, SAVE, UNSAVE, RELEASE };
    q[0] = often[of(s, sizeof often / sizeof *often)];
    q[1] = (int32_t)of(s, SLOTS), q[2] = (int32_t)of(s, SLOTS);
    const struct list *t = &w->slot[q[2]];
    int32_t *a = q + 3;
    int strange = of(s, 12) == 0;
    switch (q[0]) {
    case NEW:
        a[0] = (int32_t)(strange ? of(s, 7) - 1 : of(s, 5));
        for (int d = 0; d < DIMS; d++)
            a[1 + d] = (int32_t)(of(s, 30) ? 1 + of(s, 4) : of(s, 3) - 1);
        break;
    case TRANSPOSE: a[0] = (int32_t)of(s, t->dim + 1 + strange) - strange, a[1] = (int32_t)of(s, t->dim + 1); break;
    case SLICE:
        a[0] = (int32_t)(t->dim ? of(s, t->dim) : 0) - (int32_t)strange;
        a[2] = t->block && t->dim && a[0] >= 0 ? t->size[a[0]] + (of(s, 10) == 0) : 1;
        a[1] = (int32_t)of(s, a[2] + 1) - (of(s, 20) == 0);
        a[2] -= (int32_t)of(s, 2);
        a[3] = (int32_t)(of(s, 15) ? 1 + of(s, 3) : of(s, 2) - 1);
        break;
    case EXPAND:
        a[0] = t->dim + (int32_t)(of(s, 3) == 0) - strange;
        for (int d = 0; d < a[0] && d < DIMS; d++) {
            int k = d - (a[0] - t->dim);
            a[1 + d] = (int32_t)(k < 0 || (k < t->dim && t->size[k] == 1) ? 1 + of(s, 3)
                                 : of(s, 15)                               ? t->size[k]
                                                                            : of(s, 4) - 1);
        }
        break;
    case VIEW: reshape(t, a, s); break;
    default: break;
    }
}

/* A step whose result would be larger than the lists are is drawn again. */
static int fits(const struct world *w, const int32_t *q)
{
    double n = 1;
    if (q[0] == EXPAND || q[0] == NEW || q[0] == VIEW)
        for (int d = 0; d < q[3] && d < DIMS; d++)
            n *= q[4 + d] > 1 ? q[4 + d] : 1;
    return n <= 600 && (q[0] == NEW || q[0] == UNSAVE || q[0] == RELEASE || w->slot[q[2]].block);
}

/* x += x transposed, and a vector plus itself one further; the sizes differ from round to round. */
static void overlaps(int32_t *q, int64_t steps)
{
    for (int64_t k = 0; k < steps; k++, q += STEP) {
        int32_t n = 2 + (int32_t)(k / 7 % 4);
        const int32_t round[7][STEP] = { { NEW, 0, 0, 2, n, n },      { TRANSPOSE, 1, 0, 0, 1 },
                                         { ADD_, 0, 1 },              { NEW, 2, 0, 1, n + 2 },
                                         { SLICE, 3, 2, 0, 0, n, 1 }, { SLICE, 4, 2, 0, 1, n + 1, 1 },
                                         { ADD_, 4, 3 } };
        memcpy(q, round[k % 7], sizeof round[0]);
    }
}

/* Products that no memory holds, one of which is 0 in 64 bits; and one without elements. */
static void too_large(int32_t *q)
{
    static const int32_t tries[4][STEP] = { { NEW, 0, 0, 4, 1 << 16, 1 << 16, 1 << 16, 1 << 16 },
                                            { NEW, 0, 0, 2, 1 << 20, (1 << 20) + 1 },
                                            { NEW, 0, 0, 4, 0, 1 << 30, 1 << 30, 1 << 30 },
                                            { TRANSPOSE, 1, 0, 1, 2 } };
    memcpy(q, tries, sizeof tries);
}

/* What drawn steps do not come to: exactly 2^40 elements, which only memory refuses; sizes below 0 where another is 0
 * or 1, or where a library would infer one; a second allocation refused; a step of INT64_MAX; one element of t added to
 * all of it; b ahead of t, but turned or closer together; add_ without memory. */
static void corners(int32_t *q)
{
    static const int32_t steps[][STEP] = {
        { FAIL }, { NEW, 0, 0, 2, 1 << 20, 1 << 20 },
        { NEW, 0, 0, 2, 0, -1 },
        { FAIL, 0, 0, 2 }, { NEW, 0, 0, 2, 2, 3 },
        { NEW, 0, 0, 2, 2, 3 }, { VIEW, 1, 0, 1, -1 },
        { SLICE, 1, 0, 0, 0, 2, INT32_MAX }, { EXPAND, 2, 1, 2, -1, 3 }, { EXPAND, 2, 1, 3, -1, 1, 3 },
        { NEW, 0, 0, 1, 5 }, { SLICE, 1, 0, 0, 1, 2, 1 }, { ADD_, 0, 1 },
        { NEW, 0, 0, 1, 7 }, { SLICE, 1, 0, 0, 0, 7, 3 }, { SLICE, 2, 0, 0, 1, 4, 1 }, { ADD_, 1, 2 },
        { NEW, 0, 0, 2, 4, 4 }, { TRANSPOSE, 1, 0, 0, 1 }, { SLICE, 1, 1, 1, 1, 4, 1 }, { SLICE, 1, 1, 0, 0, 3, 1 },
        { SLICE, 2, 0, 0, 0, 3, 1 }, { SLICE, 2, 2, 1, 0, 3, 1 }, { ADD_, 2, 1 },
        { SLICE, 4, 0, 0, 1, 2, 1 }, { SLICE, 4, 4, 1, 1, 2, 1 }, { ADD_, 2, 4 },
        { NEW, 3, 0, 2, 3, 3 }, { FAIL }, { ADD_, 2, 3 }, { FAIL }, { ADD_, 2, 1 }, { FAIL, 0, 0, 2 }, { ADD_, 2, 1 },
        { FAIL }, { CONTIGUOUS, 4, 1 }, { FAIL, 0, 0, 2 }, { CONTIGUOUS, 4, 1 },
    };
    memcpy(q, steps, sizeof steps);
}

int script_fill(struct ridge_case *c, const char *buffer, uint64_t seed)
{
    static struct world w;
    int32_t *q = ridge_data(c, buffer);
    uint64_t s = ridge_mix(seed, buffer);
    int64_t steps = ridge_int(c, "S"), fail = ridge_int(c, "fail");
    memset(&w, 0, sizeof w);
    memset(q, 0, (size_t)steps * STEP * sizeof *q);
    if (ridge_int(c, "kind") == 1)
        return overlaps(q, steps), 0;
    if (ridge_int(c, "kind") == 2)
        return too_large(q), 0;
    if (ridge_int(c, "kind") == 3)
        return corners(q), 0;
    for (int64_t k = 0; k < steps; k++, q += STEP) {
        if (fail && of(&s, 6) == 0 && k + 1 < steps) {
            q[0] = FAIL, q += STEP, k++;
            do
                draw_step(&w, q, &s);
            while (!fits(&w, q) || q[0] == ADD_);
            w.fail = 1;
        } else
            for (int tries = 0; tries < 50 && (tries == 0 || !fits(&w, q)); tries++)
                draw_step(&w, q, &s);
        if (!fits(&w, q))
            memcpy(q, (int32_t[]){ NEW, 0, 0, 2, 2, 3, 0, 0 }, STEP * sizeof *q);
        sim_step(&w, q);
    }
    world_end(&w);
    return 0;
}

#endif
