/*
 * ref.c: a loop over elements first drops dimensions of one element and joins those which lie behind each other in all
 * tensors; then the innermost one is a plain loop that vectors take, and the others are an odometer. A dispatch is one
 * mask and one bit scan: which keys fall through is worked out when kernels are registered.
 */
#include "lab.h"

#include <string.h>

enum { MOST = 3, LEVELS = DIMS + 1 };
static const int64_t LARGEST = (int64_t)1 << 40;

/* ------------------------------------------------------------------------------------------------ storage */

static int64_t count_of(int dim, const int64_t *size)
{
    int64_t n = 1;
    for (int d = 0; d < dim; d++)
        if (size[d] == 0)
            return 0;
    for (int d = 0; d < dim; d++)
        n *= size[d];
    return n;
}

static int sizes_ok(int dim, const int64_t *size)
{
    int64_t n = 1;
    if (dim < 0 || dim > DIMS)
        return 0;
    for (int d = 0; d < dim; d++) {
        if (size[d] < 0 || size[d] > LARGEST)
            return 0;
        if (size[d] == 0)
            n = 0;
    }
    for (int d = 0; n && d < dim; d++) {
        if (size[d] > LARGEST / n)
            return 0;
        n *= size[d];
    }
    return 1;
}

static void pack(int dim, const int64_t *size, struct tensor *t)
{
    int64_t step = 1, none = count_of(dim, size) == 0;
    t->dim = dim;
    for (int d = dim - 1; d >= 0; d--) {
        t->size[d] = size[d];
        t->stride[d] = step;
        step *= none ? 1 : size[d];
    }
}

/* Header and data in one block; the data are not set. */
static int fresh(int dim, const int64_t *size, struct tensor *ret)
{
    if (!sizes_ok(dim, size))
        return BAD;
    int64_t n = count_of(dim, size);
    struct storage *s = sys_alloc(sizeof *s + (size_t)n * sizeof(float));
    if (!s)
        return NO_MEMORY;
    *s = (struct storage){ 1, 0, n, (float *)(s + 1) };
    *ret = (struct tensor){ .storage = s };
    pack(dim, size, ret);
    return OK;
}

int tensor_new(int dim, const int64_t *size, struct tensor *ret)
{
    int rc = fresh(dim, size, ret);
    if (rc == OK)
        memset(ret->storage->data, 0, (size_t)ret->storage->count * sizeof(float));
    return rc;
}

void tensor_drop(struct tensor *t)
{
    if (t->storage && --t->storage->refs == 0)
        sys_free(t->storage);
    t->storage = NULL;
}

static void share(const struct tensor *t, struct tensor *ret)
{
    *ret = *t;
    ret->storage->refs++;
}

int is_contiguous(const struct tensor *t)
{
    int64_t step = 1;
    if (count_of(t->dim, t->size) == 0)
        return 1;
    for (int d = t->dim - 1; d >= 0; d--) {
        if (t->size[d] != 1 && t->stride[d] != step)
            return 0;
        step *= t->size[d];
    }
    return 1;
}

/* -------------------------------------------------------------------------------------------------- views */

int transpose(const struct tensor *t, int a, int b, struct tensor *ret)
{
    if (a < 0 || b < 0 || a >= t->dim || b >= t->dim)
        return BAD;
    share(t, ret);
    ret->size[a] = t->size[b], ret->stride[a] = t->stride[b];
    ret->size[b] = t->size[a], ret->stride[b] = t->stride[a];
    return OK;
}

int slice(const struct tensor *t, int d, int64_t from, int64_t to, int64_t step, struct tensor *ret)
{
    if (d < 0 || d >= t->dim || from < 0 || to < from || to > t->size[d] || step < 1)
        return BAD;
    share(t, ret);
    ret->offset += from * t->stride[d];
    ret->size[d] = (to - from) / step + ((to - from) % step != 0);
    ret->stride[d] = ret->size[d] > 1 ? t->stride[d] * step : t->stride[d];
    return OK;
}

/* t's strides as if it had these sizes; 0 if it has not. */
static int stretch(const struct tensor *t, int dim, const int64_t *size, int64_t *stride)
{
    int more = dim - t->dim;
    if (more < 0 || dim > DIMS)
        return 0;
    for (int d = 0; d < dim; d++) {
        int64_t own = d < more ? 1 : t->size[d - more];
        if (size[d] < 0 || (own != 1 && own != size[d]))
            return 0;
        stride[d] = own == 1 ? 0 : t->stride[d - more];
    }
    return 1;
}

int expand(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret)
{
    int64_t stride[DIMS];
    if (!stretch(t, dim, size, stride))
        return BAD;
    share(t, ret);
    ret->dim = dim;
    for (int d = 0; d < dim; d++)
        ret->size[d] = size[d], ret->stride[d] = stride[d];
    return OK;
}

/* From the last dimension: a run of old dimensions that lie behind each other is one long one, and new dimensions are
 * cut from it; none may reach from one run into the next. */
static int restride(const struct tensor *t, int dim, const int64_t *size, int64_t *stride)
{
    int d = dim - 1;
    int64_t run = 1, cut = 1, base = 1;
    for (int k = t->dim - 1; k >= 0; k--) {
        if (t->size[k] == 1)
            continue;
        if (run == 1)
            base = t->stride[k];
        run *= t->size[k];
        int up = k - 1;
        while (up >= 0 && t->size[up] == 1)
            up--;
        if (up >= 0 && t->stride[up] == run * base)
            continue;
        for (; d >= 0 && (cut < run || size[d] == 1); d--) {
            stride[d] = cut * base;
            cut *= size[d];
        }
        if (cut != run)
            return 0;
        run = cut = 1;
    }
    for (; d >= 0; d--)
        stride[d] = 1;
    return 1;
}

int view(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret)
{
    struct tensor v = *t;
    if (!sizes_ok(dim, size) || count_of(dim, size) != count_of(t->dim, t->size))
        return BAD;
    pack(dim, size, &v);
    if (count_of(dim, size) && !restride(t, dim, size, v.stride))
        return BAD;
    share(&v, ret);
    return OK;
}

/* ----------------------------------------------------------------------------------------------- elements */

#ifndef NAIVE /* naive.c has its own */
/* Tensors of the same sizes, walked together: dimension 0 is the innermost here. */
struct walk {
    int n, dim;
    int64_t size[LEVELS], stride[MOST][LEVELS];
};

static int joins(const struct walk *w, int64_t stride[MOST])
{
    for (int i = 0; i < w->n; i++)
        if (stride[i] != w->size[w->dim - 1] * w->stride[i][w->dim - 1])
            return 0;
    return 1;
}

static struct walk walk_of(int dim, const int64_t *size, int n, const int64_t stride[MOST][DIMS])
{
    struct walk w = { .n = n };
    for (int d = dim - 1; d >= 0; d--) {
        int64_t step[MOST] = { 0 };
        if (size[d] == 1)
            continue;
        for (int i = 0; i < n; i++)
            step[i] = stride[i][d];
        if (w.dim && joins(&w, step)) {
            w.size[w.dim - 1] *= size[d];
            continue;
        }
        for (int i = 0; i < n; i++)
            w.stride[i][w.dim] = step[i];
        w.size[w.dim++] = size[d];
    }
    if (!w.dim)
        w.size[w.dim++] = 1;
    return w;
}

/* The next row: at[] moves on. 0: there is none. */
static int next_row(const struct walk *w, int64_t *index, int64_t *at)
{
    for (int d = 1; d < w->dim; d++) {
        for (int i = 0; i < w->n; i++)
            at[i] += w->stride[i][d];
        if (++index[d] < w->size[d])
            return 1;
        index[d] = 0;
        for (int i = 0; i < w->n; i++)
            at[i] -= w->size[d] * w->stride[i][d];
    }
    return 0;
}

static void add_row(int64_t n, float *o, int64_t so, const float *a, int64_t sa, const float *b, int64_t sb)
{
    if (so == 1 && sa == 1 && sb == 1)
        for (int64_t k = 0; k < n; k++)
            o[k] = a[k] + b[k];
    else if (so == 1 && sa == 1 && sb == 0) {
        float x = *b;
        for (int64_t k = 0; k < n; k++)
            o[k] = a[k] + x;
    } else if (so == 1 && sa == 0 && sb == 1) {
        float x = *a;
        for (int64_t k = 0; k < n; k++)
            o[k] = x + b[k];
    } else
        for (int64_t k = 0; k < n; k++)
            o[k * so] = a[k * sa] + b[k * sb];
}

/* o = a + b, all of o's sizes; o may be a. */
static void add_all(const struct tensor *o, const struct tensor *a, const struct tensor *b, int64_t stride[MOST][DIMS])
{
    int64_t index[LEVELS] = { 0 }, at[MOST] = { o->offset, a->offset, b->offset };
    if (count_of(o->dim, o->size) == 0)
        return;
    struct walk w = walk_of(o->dim, o->size, 3, (const int64_t(*)[DIMS])stride);
    do
        add_row(w.size[0], o->storage->data + at[0], w.stride[0][0], a->storage->data + at[1], w.stride[1][0],
                b->storage->data + at[2], w.stride[2][0]);
    while (next_row(&w, index, at));
}
#endif

int add(const struct tensor *a, const struct tensor *b, struct tensor *ret)
{
    int64_t size[DIMS], stride[MOST][DIMS];
    int dim = a->dim > b->dim ? a->dim : b->dim;
    for (int d = 0; d < dim; d++) {
        int64_t x = d < dim - a->dim ? 1 : a->size[d - dim + a->dim];
        int64_t y = d < dim - b->dim ? 1 : b->size[d - dim + b->dim];
        size[d] = x == 1 ? y : x;
    }
    if (!stretch(a, dim, size, stride[1]) || !stretch(b, dim, size, stride[2]))
        return BAD;
    struct tensor o;
    int rc = fresh(dim, size, &o);
    if (rc != OK)
        return rc;
    memcpy(stride[0], o.stride, sizeof o.stride);
    add_all(&o, a, b, stride);
    *ret = o;
    return OK;
}

#ifndef NAIVE /* naive.c has its own */
static int copy(const struct tensor *t, struct tensor *ret)
{
    struct tensor o;
    int rc = fresh(t->dim, t->size, &o);
    if (rc != OK)
        return rc;
    if (o.storage->count) {
        int64_t index[LEVELS] = { 0 }, at[MOST] = { 0, t->offset }, stride[MOST][DIMS] = { 0 };
        memcpy(stride[0], o.stride, sizeof o.stride);
        memcpy(stride[1], t->stride, sizeof t->stride);
        struct walk w = walk_of(t->dim, t->size, 2, (const int64_t(*)[DIMS])stride);
        do
            for (int64_t k = 0; k < w.size[0]; k++)
                o.storage->data[at[0] + k * w.stride[0][0]] = t->storage->data[at[1] + k * w.stride[1][0]];
        while (next_row(&w, index, at));
    }
    *ret = o;
    return OK;
}
#endif

int contiguous(const struct tensor *t, struct tensor *ret)
{
    if (!is_contiguous(t))
        return copy(t, ret);
    share(t, ret);
    return OK;
}

int add_(struct tensor *t, const struct tensor *b)
{
    int64_t stride[MOST][DIMS];
    struct tensor apart = { 0 };
    const struct tensor *from = b;
    if (!stretch(b, t->dim, t->size, stride[2]))
        return BAD;
    for (int d = 0; d < t->dim; d++)
        if (t->size[d] > 1 && t->stride[d] == 0 && count_of(t->dim, t->size))
            return BAD;
    if (b->storage == t->storage) {
        int rc = copy(b, &apart);
        if (rc != OK)
            return rc;
        from = &apart;
        stretch(from, t->dim, t->size, stride[2]);
    }
    memcpy(stride[0], t->stride, sizeof t->stride);
    memcpy(stride[1], t->stride, sizeof t->stride);
    add_all(t, t, from, stride);
    t->storage->version++;
    tensor_drop(&apart);
    return OK;
}

#ifndef NAIVE /* naive.c has its own */
/* The sum of t over one element of the result: t cut down to what was repeated for it. */
static double sum_of(const struct tensor *t, const struct walk *w, int64_t from)
{
    double sum = 0;
    int64_t index[LEVELS] = { 0 }, at[MOST] = { from };
    do
        for (int64_t k = 0; k < w->size[0]; k++)
            sum += (double)t->storage->data[at[0] + k * w->stride[0][0]];
    while (next_row(w, index, at));
    return sum;
}

int sum_to(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret)
{
    struct tensor o;
    int64_t kept[DIMS] = { 0 }, gone[DIMS] = { 0 }, stride[MOST][DIMS] = { 0 };
    int more = t->dim - dim, none = 0;
    if (dim < 0 || more < 0)
        return BAD;
    for (int d = 0; d < t->dim; d++) {
        int64_t want = d < more ? 1 : size[d - more];
        if (want != 1 && want != t->size[d])
            return BAD;
        kept[d] = want, gone[d] = want == 1 ? t->size[d] : 1;
        none |= gone[d] == 0;
        stride[0][d] = t->stride[d];
    }
    int rc = tensor_new(dim, size, &o);
    if (rc != OK)
        return rc;
    if (o.storage->count && !none) {
        struct walk in = walk_of(t->dim, gone, 1, (const int64_t(*)[DIMS])stride);
        struct walk out = { .n = 1, .dim = 1, .size = { 1 } };
        int64_t index[LEVELS] = { 0 }, at[MOST] = { t->offset };
        for (int d = t->dim - 1; d >= 0; d--)
            out.size[out.dim] = kept[d], out.stride[0][out.dim++] = t->stride[d];
        for (int64_t k = 0; k < o.storage->count; k++, next_row(&out, index, at))
            o.storage->data[k] = (float)sum_of(t, &in, at[0]);
    }
    *ret = o;
    return OK;
}
#endif

/* --------------------------------------------------------------------------------------------- dispatcher */

static void remember(struct dispatcher *d, int op)
{
    d->mask[op] = 0;
    for (int k = 0; k < KEYS; k++) {
        kernel_fn *fn = d->table[op][k] ? d->table[op][k] : d->fallback[k];
        d->mask[op] |= (unsigned)(fn == fallthrough) << k;
    }
}

int register_kernel(struct dispatcher *d, int op, int key, kernel_fn *fn)
{
    if (op < 0 || op >= OPS || key < 0 || key >= KEYS)
        return BAD;
    d->table[op][key] = fn;
    remember(d, op);
    return OK;
}

int register_fallback(struct dispatcher *d, int key, kernel_fn *fn)
{
    if (key < 0 || key >= KEYS)
        return BAD;
    d->fallback[key] = fn;
    for (int op = 0; op < OPS; op++)
        remember(d, op);
    return OK;
}

#ifndef NAIVE /* naive.c has its own */
int redispatch(struct dispatcher *d, int op, unsigned set, void *args)
{
    if (op < 0 || op >= OPS)
        return BAD;
    unsigned left = set & ~d->mask[op] & ((1u << KEYS) - 1);
    if (!left)
        return NO_KERNEL;
    int key = 31 - __builtin_clz(left);
    kernel_fn *fn = d->table[op][key] ? d->table[op][key] : d->fallback[key];
    return fn ? fn(d, op, set, args) : NO_KERNEL;
}
#endif

int dispatch(struct dispatcher *d, int op, unsigned keys, void *args)
{
    return redispatch(d, op, (keys | d->included) & ~d->excluded, args);
}

struct word {
    const char *at;
    size_t n;
};

/* The next word of the line, or one of length 0. */
static struct word word_of(const char **at, const char *end)
{
    while (*at < end && **at == ' ')
        (*at)++;
    struct word w = { *at, 0 };
    while (*at < end && **at != ' ')
        (*at)++;
    w.n = (size_t)(*at - w.at);
    return w;
}

static int same(struct word a, struct word b)
{
    return a.n == b.n && !memcmp(a.at, b.at, a.n);
}

static int key_of(struct word w)
{
    static const char *const name[KEYS] = { "CPU", "CUDA", "Sparse", "ADInplaceOrView", "Autograd", "Tracer",
                                            "Autocast", "Batched" };
    for (int k = 0; k < KEYS; k++)
        if (same(w, (struct word){ name[k], strlen(name[k]) }))
            return k;
    return -1;
}

static int load_line(struct dispatcher *d, int op, const char *at, const char *end,
                     kernel_fn *(*find)(const char *, size_t))
{
    unsigned seen = 0;
    for (struct word w = word_of(&at, end); w.n; w = word_of(&at, end)) {
        const char *eq = memchr(w.at, '=', w.n);
        int key = eq ? key_of((struct word){ w.at, (size_t)(eq - w.at) }) : -1;
        kernel_fn *fn = key >= 0 ? find(eq + 1, w.n - (size_t)(eq + 1 - w.at)) : NULL;
        if (!fn || seen >> key & 1)
            return 0;
        seen |= 1u << key;
        register_kernel(d, op, key, fn);
    }
    return 1;
}

int load_table(struct dispatcher *d, const char *text, kernel_fn *(*find)(const char *name, size_t length))
{
    struct dispatcher all = *d;
    struct word names[OPS];
    int ops = 0;
    for (int line = 1; *text; line++) {
        const char *end = text + strcspn(text, "\n"), *stop = text + strcspn(text, "#\n"), *at = text;
        struct word name = word_of(&at, stop);
        if (name.n) {
            if (ops == OPS)
                return -line;
            for (int k = 0; k < ops; k++)
                if (same(names[k], name))
                    return -line;
            names[ops] = name;
            if (!load_line(&all, ops++, at, stop, find))
                return -line;
        }
        text = end + (*end == '\n');
    }
    *d = all;
    return ops;
}

static struct guard now(const struct dispatcher *d)
{
    return (struct guard){ d->included, d->excluded, d->grad };
}

struct guard exclude(struct dispatcher *d, unsigned keys)
{
    struct guard g = now(d);
    d->excluded |= keys;
    return g;
}

struct guard no_grad(struct dispatcher *d)
{
    struct guard g = now(d);
    d->grad = 0;
    return g;
}

struct guard inference_mode(struct dispatcher *d)
{
    struct guard g = now(d);
    d->grad = 0;
    d->excluded |= 1u << AUTOGRAD | 1u << INPLACE_OR_VIEW;
    return g;
}

void restore(struct dispatcher *d, struct guard g)
{
    d->included = g.included, d->excluded = g.excluded, d->grad = g.grad;
}

/* ----------------------------------------------------------------------------------------------- autograd */

void save(const struct tensor *t, struct saved *ret)
{
    share(t, &ret->tensor);
    ret->version = t->storage->version;
}

int unsave(const struct saved *s, struct tensor *ret)
{
    if (s->tensor.storage->version != s->version)
        return STALE;
    share(&s->tensor, ret);
    return OK;
}

/* Nodes stand in the order in which they were made: from root down, all users of a node come before it. */
void backward(int n, const struct node *node, int root, double *grad)
{
    char used[NODES] = { 0 };
    for (int k = 0; k < n; k++)
        grad[k] = 0;
    grad[root] = 1, used[root] = 1;
    for (int k = root; k >= 0; k--) {
        if (!used[k])
            continue;
        grad[k] = hook(k, grad[k]);
        for (int i = 0; i < 2; i++) {
            int in = node[k].input[i];
            if (in < 0)
                continue;
            grad[in] += grad[k] * node[k].local[i];
            used[in] = 1;
        }
    }
}
