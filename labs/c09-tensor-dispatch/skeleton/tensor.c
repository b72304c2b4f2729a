/* tensor.c: yours. lab.h says what each function does. */
#include "lab.h"

int tensor_new(int dim, const int64_t *size, struct tensor *ret)
{
    (void)dim, (void)size, (void)ret;
    return BAD; /* yours */
}

void tensor_drop(struct tensor *t)
{
    (void)t; /* yours */
}

int is_contiguous(const struct tensor *t)
{
    (void)t;
    return 0; /* yours */
}

int transpose(const struct tensor *t, int a, int b, struct tensor *ret)
{
    (void)t, (void)a, (void)b, (void)ret;
    return BAD; /* yours */
}

int slice(const struct tensor *t, int d, int64_t from, int64_t to, int64_t step, struct tensor *ret)
{
    (void)t, (void)d, (void)from, (void)to, (void)step, (void)ret;
    return BAD; /* yours */
}

int expand(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret)
{
    (void)t, (void)dim, (void)size, (void)ret;
    return BAD; /* yours */
}

int view(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret)
{
    (void)t, (void)dim, (void)size, (void)ret;
    return BAD; /* yours */
}

int contiguous(const struct tensor *t, struct tensor *ret)
{
    (void)t, (void)ret;
    return BAD; /* yours */
}

int add(const struct tensor *a, const struct tensor *b, struct tensor *ret)
{
    (void)a, (void)b, (void)ret;
    return BAD; /* yours */
}

int add_(struct tensor *t, const struct tensor *b)
{
    (void)t, (void)b;
    return BAD; /* yours */
}

int sum_to(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret)
{
    (void)t, (void)dim, (void)size, (void)ret;
    return BAD; /* yours */
}

int register_kernel(struct dispatcher *d, int op, int key, kernel_fn *fn)
{
    (void)d, (void)op, (void)key, (void)fn;
    return BAD; /* yours */
}

int register_fallback(struct dispatcher *d, int key, kernel_fn *fn)
{
    (void)d, (void)key, (void)fn;
    return BAD; /* yours */
}

int load_table(struct dispatcher *d, const char *text, kernel_fn *(*find)(const char *name, size_t length))
{
    (void)d, (void)text, (void)find;
    return 0; /* yours */
}

int dispatch(struct dispatcher *d, int op, unsigned keys, void *args)
{
    (void)d, (void)op, (void)keys, (void)args;
    return NO_KERNEL; /* yours */
}

int redispatch(struct dispatcher *d, int op, unsigned set, void *args)
{
    (void)d, (void)op, (void)set, (void)args;
    return NO_KERNEL; /* yours */
}

struct guard exclude(struct dispatcher *d, unsigned keys)
{
    (void)keys;
    return (struct guard){ d->included, d->excluded, d->grad }; /* yours */
}

struct guard no_grad(struct dispatcher *d)
{
    return (struct guard){ d->included, d->excluded, d->grad }; /* yours */
}

struct guard inference_mode(struct dispatcher *d)
{
    return (struct guard){ d->included, d->excluded, d->grad }; /* yours */
}

void restore(struct dispatcher *d, struct guard g)
{
    (void)d, (void)g; /* yours */
}

void save(const struct tensor *t, struct saved *ret)
{
    (void)t, (void)ret; /* yours */
}

int unsave(const struct saved *s, struct tensor *ret)
{
    (void)s, (void)ret;
    return STALE; /* yours */
}

void backward(int n, const struct node *node, int root, double *grad)
{
    (void)n, (void)node, (void)root, (void)grad; /* yours */
}
