/*
 * collectives.c: NCCL's collectives as rings of messages; linked into the submission's shared object.
 *
 * A ring of P ranks moves n bytes in an all-gather or a reduce-scatter as P - 1 steps of n / P bytes a rank, and an
 * all-reduce is one after the other: 2 (P - 1) / P n bytes a rank, which no algorithm without help from the switch
 * undercuts (Patarasuk and Yuan, 2009). A broadcast goes down a binomial tree, a barrier in ceil(log2 P) rounds.
 */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include <ridge/ranks_transport.h>

enum { TAG = -2 }; /* no tag of a caller's */

struct ring {
    const struct ranks_transport *t;
    int stream, id, rank, size;
    struct ranks_collective k;
    int64_t width; /* bytes an element */
};

int64_t comm_type_size(comm_type t)
{
    static const int64_t size[] = { 4, 8, 4, 8, 1, 2 };
    return t >= 0 && t < (int)(sizeof size / sizeof size[0]) ? size[t] : 0;
}

static struct ring begin(comm_t *c, struct ranks_collective k)
{
    struct ring r = { .k = k, .width = comm_type_size((comm_type)k.type) };
    r.t = ridge_ranks_begin(c, &k, &r.stream, &r.id);
    r.rank = comm_rank(c);
    r.size = comm_size(c);
    if (!r.width || (k.op >= 0 && (k.op > COMM_AVG || k.type > COMM_I64)))
        r.t->fail(r.stream, "A collective was called with a type that does not exist, or with an operation that the "
                            "type does not have.");
    return r;
}

static void end(const struct ring *r)
{
    r->t->collective(r->stream, r->id, NULL);
}

static comm_req put(const struct ring *r, const void *buf, int64_t n, int to)
{
    return r->t->send(r->stream, r->k.kind, r->id, buf, n * r->width, to, TAG);
}

static comm_req get(const struct ring *r, void *buf, int64_t n, int from)
{
    return r->t->recv(r->stream, r->k.kind, r->id, buf, n * r->width, from, TAG);
}

static void exchange(const struct ring *r, const void *out, int64_t n_out, int to, void *in, int64_t n_in, int from)
{
    comm_req q[2] = { put(r, out, n_out, to), get(r, in, n_in, from) };
    r->t->wait(r->stream, r->k.kind, 2, q, 0, NULL);
}

static void *room(const struct ring *r, int64_t n)
{
    void *p = malloc((size_t)(n * r->width) + 1);
    if (!p)
        r->t->fail(r->stream, "There is no memory for a part of a collective.");
    return p;
}

#define FOLD(T)                                                                                    \
    do {                                                                                           \
        T *a = into;                                                                               \
        const T *b = from;                                                                         \
        for (int64_t k = 0; k < n; k++)                                                            \
            a[k] = r->k.op == COMM_PROD ? a[k] * b[k]                                              \
                 : r->k.op == COMM_MAX ? (a[k] > b[k] ? a[k] : b[k])                               \
                 : r->k.op == COMM_MIN ? (a[k] < b[k] ? a[k] : b[k]) : a[k] + b[k];                \
    } while (0)

static void fold(const struct ring *r, void *into, const void *from, int64_t n)
{
    switch (r->k.type) {
    case COMM_F32: FOLD(float); break;
    case COMM_F64: FOLD(double); break;
    case COMM_I32: FOLD(int32_t); break;
    default: FOLD(int64_t);
    }
}

static void average(const struct ring *r, void *p, int64_t n)
{
    for (int64_t k = 0; r->k.op == COMM_AVG && k < n; k++)
        switch (r->k.type) {
        case COMM_F32: ((float *)p)[k] /= (float)r->size; break;
        case COMM_F64: ((double *)p)[k] /= (double)r->size; break;
        case COMM_I32: ((int32_t *)p)[k] /= r->size; break;
        default: ((int64_t *)p)[k] /= r->size;
        }
}

static int at(const struct ring *r, int k)
{
    return ((k % r->size) + r->size) % r->size;
}

/* Part k of n elements begins here: parts differ by one element at most. */
static int64_t part(const struct ring *r, int64_t n, int k)
{
    return n / r->size * k + (k < n % r->size ? k : n % r->size);
}

/* All parts of `p` travel once round the ring; rank k starts with part k + first. */
static void circulate(const struct ring *r, void *p, int64_t n, int first)
{
    char *base = p;
    for (int s = 0; s < r->size - 1; s++) {
        int out = at(r, r->rank + first - s), in = at(r, r->rank + first - s - 1);
        int64_t o = part(r, n, out), i = part(r, n, in);
        exchange(r, base + o * r->width, part(r, n, out + 1) - o, at(r, r->rank + 1), base + i * r->width,
                 part(r, n, in + 1) - i, at(r, r->rank - 1));
    }
}

void comm_all_reduce(comm_t *c, const void *in, void *out, int64_t n, comm_type t, comm_op op)
{
    struct ring r = begin(c, (struct ranks_collective){ RANKS_ALL_REDUCE, n, t, op, 0 });
    char *base = out, *tmp = room(&r, n / r.size + 1);
    if (out != in)
        memcpy(out, in, (size_t)(n * r.width));
    for (int s = 0; s < r.size - 1; s++) {
        int give = at(&r, r.rank - s), take = at(&r, r.rank - s - 1);
        int64_t g = part(&r, n, give), k = part(&r, n, take), count = part(&r, n, take + 1) - k;
        exchange(&r, base + g * r.width, part(&r, n, give + 1) - g, at(&r, r.rank + 1), tmp, count, at(&r, r.rank - 1));
        fold(&r, base + k * r.width, tmp, count);
    }
    int mine = at(&r, r.rank + 1);
    int64_t m = part(&r, n, mine);
    average(&r, base + m * r.width, part(&r, n, mine + 1) - m);
    circulate(&r, out, n, 1);
    free(tmp);
    end(&r);
}

void comm_reduce_scatter(comm_t *c, const void *in, void *out, int64_t n, comm_type t, comm_op op)
{
    struct ring r = begin(c, (struct ranks_collective){ RANKS_REDUCE_SCATTER, n, t, op, 0 });
    const char *base = in;
    char *sum = room(&r, n), *tmp = room(&r, n);
    memcpy(sum, base + at(&r, r.rank - 1) * n * r.width, (size_t)(n * r.width));
    for (int s = 0; s < r.size - 1; s++) {
        exchange(&r, sum, n, at(&r, r.rank + 1), tmp, n, at(&r, r.rank - 1));
        fold(&r, tmp, base + at(&r, r.rank - s - 2) * n * r.width, n);
        char *swap = sum;
        sum = tmp;
        tmp = swap;
    }
    average(&r, sum, n);
    memcpy(out, sum, (size_t)(n * r.width));
    free(sum);
    free(tmp);
    end(&r);
}

void comm_all_gather(comm_t *c, const void *in, void *out, int64_t n, comm_type t)
{
    struct ring r = begin(c, (struct ranks_collective){ RANKS_ALL_GATHER, n, t, -1, 0 });
    memmove((char *)out + r.rank * n * r.width, in, (size_t)(n * r.width));
    circulate(&r, out, n * r.size, 0);
    end(&r);
}

void comm_broadcast(comm_t *c, const void *in, void *out, int64_t n, comm_type t, int root)
{
    struct ring r = begin(c, (struct ranks_collective){ RANKS_BROADCAST, n, t, -1, root });
    if (root < 0 || root >= r.size)
        r.t->fail(r.stream, "comm_broadcast: the root is no rank of the communicator.");
    int me = at(&r, r.rank - root), high = 1;
    if (!me && out != in)
        memcpy(out, in, (size_t)(n * r.width));
    while (high < r.size)
        high *= 2;
    for (int step = high / 2; step; step /= 2) { /* a rank with the data tells the rank `step` further on */
        comm_req q;
        if (me % (2 * step) == 0 && me + step < r.size)
            q = put(&r, out, n, at(&r, r.rank + step));
        else if (me % (2 * step) == step)
            q = get(&r, out, n, at(&r, r.rank - step));
        else
            continue;
        r.t->wait(r.stream, r.k.kind, 1, &q, 0, NULL);
    }
    end(&r);
}

void comm_all_to_all(comm_t *c, const void *in, void *out, int64_t n, comm_type t)
{
    struct ring r = begin(c, (struct ranks_collective){ RANKS_ALL_TO_ALL, n, t, -1, 0 });
    const char *from = in;
    char *to = out;
    memcpy(to + r.rank * n * r.width, from + r.rank * n * r.width, (size_t)(n * r.width));
    for (int s = 1; s < r.size; s++) {
        int next = at(&r, r.rank + s), last = at(&r, r.rank - s);
        exchange(&r, from + next * n * r.width, n, next, to + last * n * r.width, n, last);
    }
    end(&r);
}

void comm_barrier(comm_t *c)
{
    struct ring r = begin(c, (struct ranks_collective){ RANKS_BARRIER, 0, COMM_U8, -1, 0 });
    for (int step = 1; step < r.size; step *= 2)
        exchange(&r, NULL, 0, at(&r, r.rank + step), NULL, 0, at(&r, r.rank - step));
    end(&r);
}
