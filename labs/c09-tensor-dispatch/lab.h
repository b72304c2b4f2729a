/*
 * lab.h: the interface of c09-tensor-dispatch. Skeleton, reference and harness all include this one file.
 *
 * The core of a tensor library: memory with owners and a version, views that copy nothing, an addition that broadcasts,
 * a dispatcher that finds the kernel of a call by its keys, and the two parts of autograd that lean on both.
 */
#ifndef C09_TENSOR_DISPATCH_LAB_H
#define C09_TENSOR_DISPATCH_LAB_H

#include <stddef.h>
#include <stdint.h>

/* What functions return; on anything but OK, what they would have written is untouched and nothing is kept. */
enum status { OK = 0, NO_MEMORY = -1, BAD = -2, STALE = -3, NO_KERNEL = -4 };

/* The heap: the only memory there is. sys_alloc: NULL if there is none left. */
void *sys_alloc(size_t bytes);
void sys_free(void *block);

/* --- tensors --------------------------------------------------------------------------------------------- */

enum { DIMS = 4 };

struct storage {
    int64_t refs;    /* tensors and saved tensors that own it; the last one frees it, and its data */
    int64_t version; /* how often the data were changed in place, through whichever view */
    int64_t count;   /* elements */
    float *data;
};

/* Element (i, j, ..) is data[offset + i·stride[0] + j·stride[1] + ..]. Strides are elements, 0 or more. Of a dimension
 * of one element, and of a tensor without elements, strides are never used: any number will do. */
struct tensor {
    struct storage *storage;
    int64_t offset;
    int dim; /* 0..DIMS; 0: a single number */
    int64_t size[DIMS], stride[DIMS];
};

/* In all functions *ret is no tensor yet, and none of the others: it becomes one, an owner of its storage. */

/* Zeros, contiguous: the last index varies fastest. BAD: dim outside of 0..DIMS, a size below 0, or more than 2^40
 * elements. */
int tensor_new(int dim, const int64_t *size, struct tensor *ret);

/* An owner less. *t is no tensor any more: its storage is NULL; then nothing happens. */
void tensor_drop(struct tensor *t);

/* 1 if the elements lie one behind the other, in order of their indices. */
int is_contiguous(const struct tensor *t);

/* --- views: the storage is t's, nothing is copied, nothing is allocated -------------------------------------- */

/* Dimensions a and b change places. BAD: no such dimension. */
int transpose(const struct tensor *t, int a, int b, struct tensor *ret);

/* Elements from, from + step, .. below `to` of dimension d. BAD: no such dimension; unless 0 <= from <= to <= size and
 * step >= 1. */
int slice(const struct tensor *t, int d, int64_t from, int64_t to, int64_t step, struct tensor *ret);

/* As broadcasting does: sizes are compared from the last one; t's dimension of 1 is repeated, and so is all of t for
 * dimensions that it does not have. BAD: fewer dimensions than t's, more than DIMS, a size below 0, or another size. */
int expand(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret);

/* The same elements in the same order with other sizes, if strides can say so. BAD: another number of elements, an
 * argument that tensor_new refuses, or no strides: it would have to be a copy. */
int view(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret);

/* --- functions of elements ---------------------------------------------------------------------------------- */

/* t once more if it is contiguous (an owner more), else a copy that is. */
int contiguous(const struct tensor *t, struct tensor *ret);

/* a + b, broadcast: a new contiguous tensor, and the only thing allocated. BAD: sizes that do not go together. */
int add(const struct tensor *a, const struct tensor *b, struct tensor *ret);

/* t += b, b broadcast to t's sizes, in place: one version more. b is read as it was before, though it may lie in the
 * same storage. BAD: b does not expand to t; or t repeats itself: it has elements, and a stride of 0 in a dimension of
 * two or more. A t without elements has a version more, too.
 * NO_MEMORY: only where b lies in t's storage; nothing is allocated for any other. */
int add_(struct tensor *t, const struct tensor *b);

/* The sum of t over what expand() would have repeated: the gradient of expand. A new contiguous tensor of `size`.
 * BAD: `size` does not expand to t's sizes. Sums are made in double. */
int sum_to(const struct tensor *t, int dim, const int64_t *size, struct tensor *ret);

/* --- the dispatcher -------------------------------------------------------------------------------------------- */

/* The larger key goes first, in PyTorch's order: autocast before autograd, so that the casts are recorded, too. */
enum key { CPU, CUDA, SPARSE, INPLACE_OR_VIEW, AUTOGRAD, TRACER, AUTOCAST, BATCHED, KEYS };
enum { OPS = 8 };
/* Sets have bit k for key k, and no others. */

struct dispatcher;
typedef int kernel_fn(struct dispatcher *d, int op, unsigned set, void *args); /* set: what redispatch() was given */

/* Given, to be registered in place of a kernel: this key has nothing to do, ask the next one. Never called. */
int fallthrough(struct dispatcher *d, int op, unsigned set, void *args);

struct dispatcher {
    kernel_fn *table[OPS][KEYS], *fallback[KEYS]; /* NULL: nothing registered */
    unsigned included, excluded;                  /* keys that every call has, and has not */
    int grad;                                     /* 1: kernels of AUTOGRAD record; they read it themselves */
    unsigned mask[OPS];                           /* yours, if you want it: 0 when d is all zeros */
};

/* fn may be NULL: nothing is registered there any more. What is registered for an op goes before the key's fallback,
 * which is for all ops. Both take effect at once. BAD: no such op or key. */
int register_kernel(struct dispatcher *d, int op, int key, kernel_fn *fn);
int register_fallback(struct dispatcher *d, int key, kernel_fn *fn);

/* A table of operations, one a line; the first is op 0:
 *     add CPU=add_cpu Autograd=add_autograd Autocast=fallthrough   # a comment ends with the line
 * Words are separated by spaces and nothing else: a tab or a carriage return is part of a word. A line without words
 * counts as a line, and is no op. Keys are CPU, CUDA, Sparse, ADInplaceOrView, Autograd, Tracer, Autocast, Batched.
 * find() gives the kernel of a name of `length` bytes, or NULL if there is none; it knows fallthrough. Returns how many
 * ops there are, all registered as by register_kernel; ops and keys that are not in the table keep what they have. Or,
 * with nothing registered at all, minus the number (from 1) of the first line that is wrong: more ops than OPS, an op
 * of that name already, no `=` in a word after the first, an unknown key or name, a key twice. */
int load_table(struct dispatcher *d, const char *text, kernel_fn *(*find)(const char *name, size_t length));

/* A call: keys of the arguments, with `included`, without `excluded`; then as redispatch(). */
int dispatch(struct dispatcher *d, int op, unsigned keys, void *args);

/* The kernel of the largest key of set that does not fall through; its result. NO_KERNEL: no key is left, or nothing is
 * registered for that one (which is not the same as falling through). BAD: no such op. */
int redispatch(struct dispatcher *d, int op, unsigned set, void *args);

/* Until restore(), which puts back what was there before; they are nested. */
struct guard {
    unsigned included, excluded;
    int grad;
};
struct guard exclude(struct dispatcher *d, unsigned keys); /* these keys besides */
struct guard no_grad(struct dispatcher *d);                /* AUTOGRAD is still called, and does not record */
struct guard inference_mode(struct dispatcher *d);         /* nor are AUTOGRAD and INPLACE_OR_VIEW called */
void restore(struct dispatcher *d, struct guard g);

/* --- autograd ------------------------------------------------------------------------------------------------ */

/* What a kernel keeps for the backward pass: an owner of the storage, and the version it had. */
struct saved {
    struct tensor tensor;
    int64_t version;
};
void save(const struct tensor *t, struct saved *ret);

/* The tensor, one owner more. STALE: the data were changed since. The saved one stays: tensor_drop(&s->tensor). */
int unsave(const struct saved *s, struct tensor *ret);

/* A node of the graph: its result was made of two others' (or -1: none), which came before it. */
struct node {
    int input[2];
    double local[2]; /* derivative of the result by each input */
};

/* Given: what the user hung on node k. Called once, with all of the gradient; its result goes on in its place. */
double hook(int k, double grad);

enum { NODES = 64 };

/* d root/d node to grad[k] for all n <= NODES nodes, after hooks; 0, and no hook, for those which root is not made of.
 * Both inputs may be the same node. A node goes on when all that it was used for has arrived. */
void backward(int n, const struct node *node, int root, double *grad);

/* --- what may not be used --------------------------------------------------------------------------------- */

#pragma GCC poison malloc calloc realloc free aligned_alloc posix_memalign mmap

#endif
