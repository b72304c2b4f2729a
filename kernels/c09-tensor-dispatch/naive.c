/*
 * naive.c: elements one by one, each with its place worked out from its number; a call asks one key after the other.
 * The rest is the reference's.
 */
#include "lab.h"

static void add_all(const struct tensor *o, const struct tensor *a, const struct tensor *b, int64_t stride[3][DIMS]);
static int copy(const struct tensor *t, struct tensor *ret);

#define NAIVE
#include "ref.c"

/* Where element k of t is, t stretched to these sizes. */
static int64_t place(int64_t k, int64_t offset, int dim, const int64_t *size, const int64_t *stride)
{
    for (int d = dim - 1; d >= 0; d--) {
        offset += k % size[d] * stride[d];
        k /= size[d];
    }
    return offset;
}

/* o = a + b, all of o's sizes; o may be a. */
static void add_all(const struct tensor *o, const struct tensor *a, const struct tensor *b, int64_t stride[MOST][DIMS])
{
    int64_t n = count_of(o->dim, o->size);
    for (int64_t k = 0; k < n; k++)
        o->storage->data[place(k, o->offset, o->dim, o->size, stride[0])] =
            a->storage->data[place(k, a->offset, o->dim, o->size, stride[1])] +
            b->storage->data[place(k, b->offset, o->dim, o->size, stride[2])];
}

static int copy(const struct tensor *t, struct tensor *ret)
{
    struct tensor o;
    int rc = fresh(t->dim, t->size, &o);
    if (rc != OK)
        return rc;
    for (int64_t k = 0; k < o.storage->count; k++)
        o.storage->data[k] = t->storage->data[place(k, t->offset, t->dim, t->size, t->stride)];
    *ret = o;
    return OK;
}

/* For each element of the result all of t is looked through. */
static double sum_of(const struct tensor *t, const struct tensor *o, int64_t which)
{
    int64_t n = count_of(t->dim, t->size), stride[DIMS];
    double sum = 0;
    stretch(o, t->dim, t->size, stride);
    for (int64_t k = 0; k < n; k++)
        if (place(k, 0, t->dim, t->size, stride) == which)
            sum += (double)t->storage->data[place(k, t->offset, t->dim, t->size, t->stride)];
    return sum;
}

int sum_to(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret)
{
    struct tensor o = { .dim = dim };
    int64_t stride[DIMS];
    for (int d = 0; d < dim && d < DIMS; d++)
        o.size[d] = size[d];
    if (dim < 0 || !stretch(&o, t->dim, t->size, stride))
        return BAD;
    int rc = fresh(dim, size, &o);
    if (rc != OK)
        return rc;
    for (int64_t k = 0; k < o.storage->count; k++)
        o.storage->data[k] = (float)sum_of(t, &o, k);
    *ret = o;
    return OK;
}

int redispatch(struct dispatcher *d, int op, unsigned set, void *args)
{
    if (op < 0 || op >= OPS)
        return BAD;
    for (int key = KEYS - 1; key >= 0; key--) {
        kernel_fn *fn = d->table[op][key] ? d->table[op][key] : d->fallback[key];
        if (set >> key & 1 && fn != fallthrough)
            return fn ? fn(d, op, set, args) : NO_KERNEL;
    }
    return NO_KERNEL;
}
