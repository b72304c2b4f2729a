/*
 * harness.c: plays scripts of tensors, registers kernels that write down how they were called, and is the only heap.
 * What comes back is state and traces; nothing is judged here.
 */
#include <ridge/frame.h>
#include <stdlib.h>
#include <string.h>

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

static struct { int64_t calls, bytes, live; int fail; } heap; /* fail: which allocation from here is refused */

void *sys_alloc(size_t bytes)
{
    heap.calls++;
    heap.bytes += (int64_t)bytes;
    void *block = heap.fail == 1 ? NULL : raw_alloc(bytes);
    heap.fail -= heap.fail > 0;
    heap.live += block != NULL;
    if (block)
        memset(block, 0xa5, bytes);
    return block;
}

void sys_free(void *block)
{
    heap.live -= block != NULL;
    raw_free(block);
}

/* --- scripts of tensors ------------------------------------------------------------------------------ */

/* The steps, as oracle.c has them; a step is op, dst, src and five numbers. */
enum { NEW, DROP, TRANSPOSE, SLICE, EXPAND, VIEW, CONTIGUOUS, ADD_, SAVE, UNSAVE, RELEASE, FAIL };
enum { SLOTS = 6, STEP = 8, SAID = 17, UNTOUCHED = -7, WRITTEN = -99, NOT_ZERO = -98 };

static struct tensor slot[SLOTS];
static struct saved kept[SLOTS];
static struct storage nobody; /* what *ret has before: neither NULL nor anybody's */

/* The elements in order, as one number; -1 where one lies outside. */
static int64_t read_all(const struct tensor *t)
{
    int64_t size[DIMS] = { 1, 1, 1, 1 }, stride[DIMS] = { 0 }, sum = 0, k = 0;
    if (t->dim < 0 || t->dim > DIMS)
        return -1;
    for (int d = 0; d < t->dim; d++)
        size[d] = t->size[d], stride[d] = t->stride[d];
    for (int64_t a = 0; a < size[0]; a++)
        for (int64_t b = 0; b < size[1]; b++)
            for (int64_t c = 0; c < size[2]; c++)
                for (int64_t e = 0; e < size[3]; e++) {
                    int64_t at = t->offset + a * stride[0] + b * stride[1] + c * stride[2] + e * stride[3];
                    if (at < 0 || at >= t->storage->count || k > 4096)
                        return -1;
                    sum += (int64_t)t->storage->data[at] * (k++ % 97 + 1);
                }
    return sum;
}

static void report(const struct tensor *t, int64_t *out)
{
    if (!t->storage)
        return;
    out[1] = t->dim;
    for (int d = 0; d < t->dim && d < DIMS; d++)
        out[2 + d] = t->size[d], out[6 + d] = t->stride[d];
    out[10] = t->offset;
    out[11] = t->storage->refs;
    out[12] = t->storage->version;
    out[13] = read_all(t);
    out[14] = is_contiguous(t);
}

static void replace(struct tensor *old, struct tensor new)
{
    tensor_drop(old);
    *old = new;
}

static int make(const int32_t *s, const int64_t *size, struct tensor *t)
{
    const struct tensor *from = &slot[s[2]];
    switch (s[0]) {
    case NEW: return tensor_new(s[3], size, t);
    case TRANSPOSE: return transpose(from, s[3], s[4], t);
    case SLICE: return slice(from, s[3], s[4], s[5], s[6] == INT32_MAX ? INT64_MAX : s[6], t);
    case EXPAND: return expand(from, s[3], size, t);
    case VIEW: return view(from, s[3], size, t);
    case CONTIGUOUS: return contiguous(from, t);
    default: return unsave(&kept[s[2]], t);
    }
}

static int untouched(const struct tensor *t)
{
    return t->storage == &nobody && t->offset == UNTOUCHED && t->dim == UNTOUCHED && t->size[0] == UNTOUCHED &&
           t->stride[0] == UNTOUCHED;
}

static int step(const int32_t *s)
{
    int64_t size[DIMS] = { s[4], s[5], s[6], s[7] };
    struct tensor t = { &nobody, UNTOUCHED, UNTOUCHED, { UNTOUCHED }, { UNTOUCHED } };
    int from_kept = s[0] == UNSAVE || s[0] == RELEASE;
    if (s[0] != NEW && s[0] != FAIL && !(from_kept ? kept[s[2]].tensor.storage : slot[s[2]].storage))
        return 1; /* nothing is there: the script's business */
    switch (s[0]) {
    case DROP: tensor_drop(&slot[s[2]]); return OK;
    case ADD_: return slot[s[1]].storage ? add_(&slot[s[1]], &slot[s[2]]) : 1;
    case SAVE: {
        struct saved k = { { 0 }, 0 };
        save(&slot[s[2]], &k);
        tensor_drop(&kept[s[1]].tensor);
        kept[s[1]] = k;
        return OK;
    }
    case RELEASE: tensor_drop(&kept[s[2]].tensor); return OK;
    case FAIL: heap.fail = s[3] > 1 ? s[3] : 1; return OK;
    default: break;
    }
    int rc = make(s, size, &t);
    if (rc != OK)
        return untouched(&t) ? rc : WRITTEN;
    for (int64_t k = 0; s[0] == NEW && k < t.storage->count; k++) {
        if (t.storage->data[k] != 0)
            return NOT_ZERO;
        t.storage->data[k] = (float)((k * 7 + s[1] * 3) % 101);
    }
    replace(&slot[s[1]], t);
    return OK;
}

/* script [S][8] | said [S][17], left [1]: blocks that never went back */
HARNESS(script)
{
    const int32_t *s = f->buf[0];
    int64_t *out = f->buf[1];
    memset(slot, 0, sizeof slot), memset(kept, 0, sizeof kept), memset(&heap, 0, sizeof heap);
    for (uint64_t k = 0; k < f->count[0] / STEP; k++, s += STEP, out += SAID) {
        int64_t calls = heap.calls;
        memset(out, 0, SAID * sizeof *out);
        out[0] = step(s);
        if (s[0] != FAIL)
            heap.fail = 0;
        report(&slot[s[1]], out);
        out[15] = heap.calls - calls;
        out[16] = heap.live;
    }
    for (int k = 0; k < SLOTS; k++)
        tensor_drop(&slot[k]), tensor_drop(&kept[k].tensor);
    *(int64_t *)f->buf[2] = heap.live;
}

/* --- elements ---------------------------------------------------------------------------------------- */

enum { GEO = 10, HEAD = 8 }; /* dim, sizes, strides, offset; status, dim, sizes, allocations, bytes */

static struct tensor tensor_of(const int64_t *g, struct storage *s)
{
    struct tensor t = { .storage = s, .dim = (int)g[0], .offset = g[9] };
    memcpy(t.size, g + 1, sizeof t.size);
    memcpy(t.stride, g + 5, sizeof t.stride);
    return t;
}

static void hand_over(int rc, struct tensor *t, float *c, int64_t room, int64_t *head)
{
    memset(head, 0, HEAD * sizeof *head);
    head[0] = rc;
    if (rc == OK) {
        head[1] = t->dim;
        for (int d = 0; d < t->dim && d < DIMS; d++)
            head[2 + d] = t->size[d];
        int64_t n = t->storage->count - t->offset < room ? t->storage->count - t->offset : room;
        memcpy(c, t->storage->data + t->offset, (size_t)n * sizeof *c);
        tensor_drop(t);
    }
    head[6] = heap.calls, head[7] = heap.bytes;
}

static void elements(const struct ridge_frame *f, int sum)
{
    int64_t room = f->i[0], *geo = f->buf[2], *head = f->buf[4];
    float *a = f->buf[0], *b = f->buf[1], *c = f->buf[3];
    for (uint64_t k = 0; k < f->count[2] / (2 * GEO); k++, a += room, b += room, c += room) {
        struct storage sa = { 1, 0, room, a }, sb = { 1, 0, room, b };
        struct tensor ta = tensor_of(geo, &sa), tb = tensor_of(geo + GEO, &sb), r = { 0 };
        memset(&heap, 0, sizeof heap);
        int rc = sum ? sum_to(&ta, tb.dim, tb.size, &r) : add(&ta, &tb, &r);
        hand_over(rc, &r, c, room, head);
        geo += 2 * GEO, head += HEAD;
    }
}

/* room | a, b [T][room], geo [T][2][10] | c [T][room], head [T][8] */
HARNESS(add) { elements(f, 0); }
HARNESS(sum_to) { elements(f, 1); }

/* --- kernels that write down how they were called ------------------------------------------------------ */

/* What stands in a table, as oracle.c has it. */
enum { NOTHING, FALLS, LEAF, LOWER, GUARDED, QUIET, INFERENCE, ANOTHER, CODES };
enum { TRACE = 24, DEEP = 6, ROUTE = 5 + 3 * TRACE, NOT_BAD = -96, NOT_BACK = -95 };

struct args {
    unsigned keys;
    int depth, n;
    int32_t (*trace)[3];
};

int fallthrough(struct dispatcher *d, int op, unsigned set, void *args)
{
    (void)d, (void)op, (void)set, (void)args;
    return -97;
}

static int played(struct dispatcher *d, int op, unsigned set, struct args *a, int key, int code)
{
    int rc = 100 + key;
    unsigned below = set & ((1u << key) - 1);
    if (a->n < TRACE)
        memcpy(a->trace[a->n], (int32_t[]){ op * KEYS + key, (int32_t)set, d->grad }, sizeof *a->trace);
    a->n++;
    if (code == LEAF || a->depth == DEEP)
        return rc;
    a->depth++;
    if (code == LOWER)
        rc = redispatch(d, op, below, a);
    else if (code == ANOTHER)
        rc = dispatch(d, (op + 1) % OPS, a->keys, a);
    else {
        struct guard g = code == GUARDED ? exclude(d, 1u << key) : code == QUIET ? no_grad(d) : inference_mode(d);
        if (code == QUIET) {
            struct guard inner = exclude(d, 0x55 & below);
            rc = redispatch(d, op, below, a);
            restore(d, inner);
        } else
            rc = dispatch(d, op, a->keys, a);
        restore(d, g);
    }
    a->depth--;
    return rc;
}

#define KERNEL(key, code)                                                               \
    static int k##key##code(struct dispatcher *d, int op, unsigned set, void *args)     \
    {                                                                                   \
        return played(d, op, set, args, key, code);                                     \
    }
#define KERNELS(key) \
    KERNEL(key, 2) KERNEL(key, 3) KERNEL(key, 4) KERNEL(key, 5) KERNEL(key, 6) KERNEL(key, 7)
KERNELS(0) KERNELS(1) KERNELS(2) KERNELS(3) KERNELS(4) KERNELS(5) KERNELS(6) KERNELS(7)
#define ROW(key) { NULL, fallthrough, k##key##2, k##key##3, k##key##4, k##key##5, k##key##6, k##key##7 }
static kernel_fn *const play[KEYS][CODES] = { ROW(0), ROW(1), ROW(2), ROW(3), ROW(4), ROW(5), ROW(6), ROW(7) };

static int fill(struct dispatcher *d, const int32_t *table, int fallbacks)
{
    int rc = OK;
    for (int op = 0; !fallbacks && op < OPS; op++)
        for (int k = 0; k < KEYS; k++)
            rc |= register_kernel(d, op, k, play[k][table[op * KEYS + k]]);
    for (int k = 0; fallbacks && k < KEYS; k++)
        rc |= register_fallback(d, k, play[k][table[OPS * KEYS + k]]);
    return rc;
}

/* Whoever has a guard may change all three fields. */
static int puts_back(struct dispatcher *d)
{
    d->included = 3, d->excluded = 5, d->grad = 1;
    struct guard g = exclude(d, 1u << AUTOCAST);
    d->included = 0, d->excluded = 0, d->grad = 0;
    restore(d, g);
    return d->included == 3 && d->excluded == 5 && d->grad == 1;
}

/* tables [R][9][8], calls [R][6]: op, keys, included, excluded, grad, whether fallbacks are last | routes [R][77] */
HARNESS(route)
{
    const int32_t *table = f->buf[0], *call = f->buf[1];
    int32_t *out = f->buf[2];
    for (uint64_t k = 0; k < f->count[1] / 6; k++, table += (OPS + 1) * KEYS, call += 6, out += ROUTE) {
        struct dispatcher d = { 0 };
        memset(out, 0, ROUTE * sizeof *out);
        struct args a = { .keys = (unsigned)call[1], .trace = (int32_t(*)[3])(out + 5) };
        for (int key = 0; key < KEYS; key++) { /* which a NULL takes away again */
            register_fallback(&d, key, fallthrough);
            for (int op = 0; op < OPS; op++)
                register_kernel(&d, op, key, fallthrough);
        }
        int rc = fill(&d, table, !call[5]) | fill(&d, table, call[5]);
        int bad = register_kernel(&d, OPS, 0, NULL) == BAD && register_kernel(&d, 0, KEYS, NULL) == BAD &&
                  register_kernel(&d, -1, 0, NULL) == BAD && register_fallback(&d, KEYS, NULL) == BAD &&
                  register_fallback(&d, -1, NULL) == BAD && redispatch(&d, OPS, 1, &a) == BAD &&
                  redispatch(&d, OPS, 0, &a) == BAD && dispatch(&d, -1, 1, &a) == BAD;
        int back = puts_back(&d);
        d.included = (unsigned)call[2], d.excluded = (unsigned)call[3], d.grad = call[4];
        out[0] = rc != OK || !bad ? NOT_BAD : !back ? NOT_BACK : dispatch(&d, call[0], a.keys, &a);
        out[1] = a.n;
        out[2] = (int32_t)d.included, out[3] = (int32_t)d.excluded, out[4] = d.grad;
    }
}

/* times | tables [R][9][8], calls [R][6] | sum [1]: of what `times` dispatches return, row after row */
HARNESS(many)
{
    struct dispatcher d = { 0 };
    const int32_t *call = f->buf[1];
    int32_t trace[TRACE][3];
    int64_t sum = 0;
    uint64_t rows = f->count[1] / 6;
    fill(&d, f->buf[0], 0), fill(&d, f->buf[0], 1);
    d.grad = 1;
    for (int64_t k = 0; k < f->i[0]; k++) {
        const int32_t *c = call + 6 * ((uint64_t)k % rows);
        struct args a = { .keys = (unsigned)c[1], .trace = trace };
        sum += dispatch(&d, c[0], a.keys, &a);
    }
    *(int64_t *)f->buf[2] = sum;
}

/* --- tables as text -------------------------------------------------------------------------------------- */

enum { TEXT = 512, LOADED = 1 + OPS * KEYS + OPS };

/* k0 to k7 are leaves of key 0 to 7. */
static kernel_fn *find(const char *name, size_t length)
{
    if (length == 11 && !memcmp(name, "fallthrough", 11))
        return fallthrough;
    return length == 2 && name[0] == 'k' && name[1] >= '0' && name[1] <= '7' ? play[name[1] - '0'][LEAF] : NULL;
}

static int32_t known(kernel_fn *fn)
{
    for (int k = 0; k < KEYS; k++)
        if (fn == play[k][LEAF])
            return k + 2;
    return fn == fallthrough ? 1 : fn ? -1 : 0;
}

/* texts [R][512] | loaded [R][73]: result, kernels, and what a call with all keys then gives for each op */
HARNESS(table)
{
    const char *text = f->buf[0];
    int32_t *out = f->buf[1];
    for (uint64_t r = 0; r < f->count[0] / TEXT; r++, text += TEXT, out += LOADED) {
        struct dispatcher d = { 0 };
        int32_t trace[TRACE][3];
        register_kernel(&d, 0, BATCHED, play[BATCHED][LEAF]);
        register_kernel(&d, 1, BATCHED, fallthrough);
        out[0] = load_table(&d, text, find);
        for (int op = 0; op < OPS; op++) {
            struct args a = { .trace = trace };
            for (int k = 0; k < KEYS; k++)
                out[1 + op * KEYS + k] = known(d.table[op][k]);
            out[1 + OPS * KEYS + op] = dispatch(&d, op, (1u << KEYS) - 1, &a);
        }
    }
}

/* --- graphs ------------------------------------------------------------------------------------------------ */

static const double *factor;
static double *asked;
static int32_t *times;

double hook(int k, double grad)
{
    if (k < 0 || k >= NODES)
        return 0;
    times[k]++;
    asked[k] = grad;
    return grad * factor[k];
}

/* inputs [R][64][2], locals [R][64][2], factors [R][64], roots [R][2]: n, root | grads, seen, hooks [R][64] */
HARNESS(graph)
{
    for (uint64_t r = 0; r < f->count[3] / 2; r++) {
        const int32_t *in = (const int32_t *)f->buf[0] + r * NODES * 2, *root = (const int32_t *)f->buf[3] + r * 2;
        const double *local = (const double *)f->buf[1] + r * NODES * 2;
        double *grad = (double *)f->buf[4] + r * NODES;
        struct node node[NODES];
        for (int k = 0; k < NODES; k++)
            node[k] = (struct node){ { in[2 * k], in[2 * k + 1] }, { local[2 * k], local[2 * k + 1] } };
        factor = (const double *)f->buf[2] + r * NODES;
        asked = (double *)f->buf[5] + r * NODES;
        times = (int32_t *)f->buf[6] + r * NODES;
        memset(asked, 0, NODES * sizeof *asked), memset(times, 0, NODES * sizeof *times);
        for (int k = 0; k < NODES; k++)
            grad[k] = k < root[0] ? -1 : 0;
        backward(root[0], node, root[1], grad);
    }
}
