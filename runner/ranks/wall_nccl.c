/*
 * wall_nccl.c: carries messages between the GPUs of one host with ncclSend() and ncclRecv(): rank r on GPU r.
 *
 * NCCL has neither tags nor any-source: the n-th send to a rank meets its n-th receive. So pairs are found on the
 * board, by the receiver, and numbered there; each rank gives NCCL its pairs in that order, in groups. Of all pairs
 * that have not been given by both, the one with the smallest number has nothing before it at either end that could
 * wait for something later: no order of calls can make the GPUs wait in a circle.
 *
 * Buffers are the host's: a message goes through pinned and device memory at both ends.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sched.h>

#include "runner/clock/gpu_driver.h"
#include "nccl_api.h"
#include "wall.h"

enum { GROUP = 8, NOT_READY = 600 /* CUDA_ERROR_NOT_READY */, TIMING_OFF = 2 };
enum { POST_FREE, POST_WAITS, POST_MATCHED };

#define NCCL_DEFINE(name, args) int(*name) args;
NCCL_API(NCCL_DEFINE)
static const char *(*ncclGetErrorString)(int);

enum stage { IDLE, POSTED, PAIRED, GIVEN, EMPTY }; /* empty: a pair without bytes */

struct slot {
    enum stage stage;
    int is_send, post; /* post: of a send, its index on the board */
    struct wall_message m;
    int from, tag;
    int64_t got;
    uint64_t order, number;
    void *pinned;
    cu_ptr device;
    size_t room;
    cu_handle event;
};

static struct wall_board *board;
static struct slot slots[COMM_MAX_REQUESTS];
static int me, highest; /* highest: one past the last slot that was ever in use */
static uint64_t order;
static nccl_comm comm;
static cu_handle context, stream;

static int cuda(cu_result r, const char *what)
{
    return r ? wall_fails("%s: %s", what, gpu_driver_text(r)) : 0;
}

static int nccl(int r, const char *what)
{
    return r ? wall_fails("%s: %s", what, nccl_text(r)) : 0;
}

const char *nccl_text(int r)
{
    return ncclGetErrorString ? ncclGetErrorString(r) : "NCCL failed";
}

const char *nccl_load(void)
{
    const char *named = getenv("RIDGE_NCCL");
    void *so = dlopen(named && *named ? named : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!so)
        return "NCCL (libnccl.so.2) is not installed, or its folder is not in LD_LIBRARY_PATH.";
#define FIND(name, args)                                     \
    *(void **)&name = dlsym(so, #name);                      \
    if (!name)                                               \
        return "libnccl.so.2 is too old: it lacks " #name;
    NCCL_API(FIND)
    *(void **)&ncclGetErrorString = dlsym(so, "ncclGetErrorString");
    return NULL;
}

void wall_nccl_handles(nccl_comm *c, void **s)
{
    *c = comm;
    *s = stream;
}

/* ---- the board ------------------------------------------------------------------------------------------- */

static void lock(void)
{
    while (__atomic_exchange_n(&board->lock, 1, __ATOMIC_ACQUIRE))
        sched_yield();
}

static void unlock(void)
{
    __atomic_store_n(&board->lock, 0, __ATOMIC_RELEASE);
}

static int post_send(const struct wall_message *m)
{
    int at = 0;
    while (at < WALL_POSTS && board->post[at].state != POST_FREE)
        at++;
    if (at == WALL_POSTS)
        return wall_fails("More than %d sends wait for their receivers.", WALL_POSTS);
    board->post[at] = (struct wall_post){ .state = POST_WAITS, .from = me, .to = m->peer, .tag = m->tag,
                                          .collective = m->collective, .bytes = m->bytes, .order = ++board->posted };
    return at;
}

static int fits(const struct wall_post *p, const struct wall_message *m)
{
    return p->state == POST_WAITS && p->to == me && p->collective == m->collective &&
           (m->peer == COMM_ANY || m->peer == p->from) &&
           (m->collective || m->tag == COMM_ANY || m->tag == p->tag);
}

static void pair(struct slot *s)
{
    struct wall_post *best = NULL;
    for (int k = 0; k < WALL_POSTS; k++)
        if (fits(&board->post[k], &s->m) && (!best || board->post[k].order < best->order))
            best = &board->post[k];
    if (!best)
        return;
    best->state = POST_MATCHED;
    best->number = s->number = ++board->matched;
    s->stage = PAIRED;
    s->from = best->from;
    s->tag = best->tag;
    s->got = best->bytes;
}

static void hear(struct slot *s)
{
    struct wall_post *p = &board->post[s->post];
    if (p->state != POST_MATCHED)
        return;
    s->stage = PAIRED;
    s->number = p->number;
    p->state = POST_FREE;
}

static int by_order(const void *a, const void *b)
{
    const struct slot *x = *(struct slot *const *)a, *y = *(struct slot *const *)b;
    return x->order < y->order ? -1 : x->order > y->order;
}

static int by_number(const void *a, const void *b)
{
    const struct slot *x = *(struct slot *const *)a, *y = *(struct slot *const *)b;
    return x->number < y->number ? -1 : x->number > y->number;
}

static int gather(struct slot **ret, enum stage stage)
{
    int n = 0;
    for (int k = 0; k < highest; k++)
        if (slots[k].stage == stage)
            ret[n++] = &slots[k];
    return n;
}

/* ---- to NCCL --------------------------------------------------------------------------------------------- */

static int stage_for(struct slot *s)
{
    size_t n = (size_t)s->m.bytes;
    if (!s->event && cuda(cuEventCreate(&s->event, TIMING_OFF), "an event"))
        return -1;
    if (s->room >= n)
        return 0;
    if (s->room) {
        cuMemFreeHost(s->pinned);
        cuMemFree_v2(s->device);
    }
    s->room = 0;
    if (cuda(cuMemHostAlloc(&s->pinned, n, 0), "pinned memory") || cuda(cuMemAlloc_v2(&s->device, n), "device memory"))
        return -1;
    s->room = n;
    return 0;
}

static int give_one(struct slot *s)
{
    void *at = (void *)(uintptr_t)s->device;
    size_t n = (size_t)s->m.bytes;
    return s->is_send ? nccl(ncclSend(at, n, NCCL_UINT8, s->m.peer, comm, stream), "ncclSend")
                      : nccl(ncclRecv(at, n, NCCL_UINT8, s->from, comm, stream), "ncclRecv");
}

/* Gives NCCL n pairs in one group, so that they move at the same time. */
static int give_group(struct slot **s, int n)
{
    for (int k = 0; k < n; k++) {
        if (stage_for(s[k]))
            return -1;
        if (!s[k]->is_send)
            continue;
        memcpy(s[k]->pinned, s[k]->m.buf, (size_t)s[k]->m.bytes);
        if (cuda(cuMemcpyHtoDAsync_v2(s[k]->device, s[k]->pinned, (size_t)s[k]->m.bytes, stream), "a copy to the GPU"))
            return -1;
    }
    if (nccl(ncclGroupStart(), "ncclGroupStart"))
        return -1;
    for (int k = 0; k < n; k++)
        if (give_one(s[k]))
            return -1;
    if (nccl(ncclGroupEnd(), "ncclGroupEnd"))
        return -1;
    for (int k = 0; k < n; k++) {
        if (!s[k]->is_send && cuda(cuMemcpyDtoHAsync_v2(s[k]->pinned, s[k]->device, (size_t)s[k]->m.bytes, stream),
                                   "a copy from the GPU"))
            return -1;
        if (cuda(cuEventRecord(s[k]->event, stream), "an event"))
            return -1;
        s[k]->stage = GIVEN;
    }
    return 0;
}

static int differ(const struct slot *s)
{
    if (s->is_send || s->got == s->m.bytes)
        return 0;
    return wall_fails("The sizes differ: rank %d sends %lld B, and this receive has %lld "
                      "B.", s->from, (long long)s->got,
                      (long long)s->m.bytes);
}

/* Pairs what can be paired, and gives NCCL pairs in the order of their numbers. */
static int advance(void)
{
    static struct slot *list[COMM_MAX_REQUESTS];
    lock();
    int n = gather(list, POSTED);
    qsort(list, (size_t)n, sizeof *list, by_order);
    for (int k = 0; k < n; k++)
        if (!list[k]->is_send)
            pair(list[k]);
    for (int k = 0; k < n; k++) /* after the receives: one of them may be the rank's own */
        if (list[k]->is_send)
            hear(list[k]);
    n = gather(list, PAIRED);
    unlock();
    qsort(list, (size_t)n, sizeof *list, by_number);
    int real = 0;
    for (int k = 0; k < n; k++) {
        if (differ(list[k]))
            return -1;
        if (list[k]->m.bytes)
            list[real++] = list[k];
        else
            list[k]->stage = EMPTY;
    }
    for (int k = 0, len; k < real; k += len) {
        len = real - k < GROUP ? real - k : GROUP;
        len += k + len < real && list[k + len]->number == list[k + len - 1]->number; /* to itself: both ends */
        if (give_group(list + k, len))
            return -1;
    }
    return 0;
}

/* ---- the carrier ----------------------------------------------------------------------------------------- */

static int post(int k, const struct wall_message *m, int is_send)
{
    struct slot *s = &slots[k];
    s->m = *m;
    s->is_send = is_send;
    s->order = ++order;
    s->post = 0;
    if (k >= highest)
        highest = k + 1;
    cuCtxSetCurrent(context); /* streams are threads, each with a context of its own */
    lock();
    if (is_send)
        s->post = post_send(m);
    unlock();
    if (s->post < 0)
        return -1;
    s->stage = POSTED;
    return advance();
}

static int nccl_send(int k, const struct wall_message *m)
{
    return post(k, m, 1);
}

static int nccl_recv(int k, const struct wall_message *m)
{
    return post(k, m, 0);
}

static int nccl_test(int k, comm_status *ret, int64_t *bytes)
{
    struct slot *s = &slots[k];
    cuCtxSetCurrent(context);
    if (advance())
        return -1;
    if (s->stage == GIVEN) {
        cu_result r = cuEventQuery(s->event);
        if (r == NOT_READY)
            return 0;
        if (cuda(r, "a message"))
            return -1;
        if (!s->is_send)
            memcpy(s->m.buf, s->pinned, (size_t)s->m.bytes);
    } else if (s->stage != EMPTY) {
        return 0;
    }
    s->stage = IDLE;
    *bytes = s->m.bytes;
    *ret = (comm_status){ s->is_send ? -1 : s->from, s->is_send ? -1 : s->tag, s->m.bytes };
    return 1;
}

static int nccl_split(int c, int id, int colour, int key, int *rank, int *size)
{
    (void)c, (void)id, (void)colour, (void)key, (void)rank, (void)size;
    return wall_fails("comm_split: the nccl runtime carries one communicator, of all ranks.");
}

static int take_gpu(int rank, int ranks)
{
    int dev, count = 0;
    const char *why = gpu_driver_device(&dev);
    if (why || (why = nccl_load()))
        return wall_fails("%s", why);
    if (cuda(cuDeviceGetCount(&count), "the GPUs"))
        return -1;
    if (ranks > count)
        return wall_fails("There are %d ranks and %d GPUs: the nccl runtime gives each rank a GPU of its "
                          "own.", ranks, count);
    if (cuda(cuDeviceGet(&dev, rank), "the rank's GPU") ||
        cuda(cuDevicePrimaryCtxRetain(&context, dev), "its context") || cuda(cuCtxSetCurrent(context), "its context"))
        return -1;
    return cuda(cuStreamCreate(&stream, 1), "a stream"); /* 1: it waits for no other */
}

static int meet(void)
{
    nccl_id id;
    setenv("NCCL_NVLS_ENABLE", "0", 0); /* sums in the switch: not on every host, and no ring to be compared with */
    if (!me) {
        if (nccl(ncclGetUniqueId(&id), "ncclGetUniqueId"))
            return -1;
        memcpy(board->id, &id, sizeof id);
        __atomic_store_n(&board->id_is_there, 1, __ATOMIC_RELEASE);
    }
    while (!__atomic_load_n(&board->id_is_there, __ATOMIC_ACQUIRE))
        sched_yield();
    memcpy(&id, board->id, sizeof id);
    return nccl(ncclCommInitRank(&comm, board->ranks, id, me), "ncclCommInitRank");
}

/* NCCL connects two ranks when they first talk, which takes files and sockets: they do so before the walls are up. */
static int greet(void)
{
    cu_ptr at;
    if (cuda(cuMemAlloc_v2(&at, 2 * COMM_MAX_RANKS), "device memory"))
        return -1;
    for (int d = 1; d < board->ranks; d++) {
        int to = (me + d) % board->ranks, from = (me + board->ranks - d) % board->ranks;
        if (nccl(ncclGroupStart(), "ncclGroupStart") ||
            nccl(ncclSend((void *)(uintptr_t)at, 1, NCCL_UINT8, to, comm, stream), "ncclSend") ||
            nccl(ncclRecv((void *)(uintptr_t)(at + COMM_MAX_RANKS), 1, NCCL_UINT8, from, comm, stream), "ncclRecv") ||
            nccl(ncclGroupEnd(), "ncclGroupEnd"))
            return -1;
    }
    int rc = cuda(cuStreamSynchronize(stream), "the first messages");
    cuMemFree_v2(at);
    return rc;
}

static int nccl_open(struct wall_board *b, int *rank)
{
    board = b;
    me = *rank;
    return take_gpu(me, b->ranks) || meet() || greet() ? -1 : 0;
}

static void nccl_close(void)
{
    if (comm)
        ncclCommAbort(comm);
}

const struct wall_carrier wall_nccl = { "nccl", nccl_open, nccl_send, nccl_recv, nccl_test, nccl_split, nccl_close };
