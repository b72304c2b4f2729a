/*
 * launch.c: a grid's blocks over host threads.
 *
 * Blocks are handed out in ascending order, with a seed too (blocks that wait for earlier ones, as many scans do,
 * rely on it), to the thread that launches and to workers that wait between launches. What could make results
 * depend on the number of threads goes by that order: global atomics wait until all earlier blocks have ended,
 * what blocks print is written in it, and of several failures the first block's is the launch's.
 *
 * A GPU promises no order. SIMT_BLOCKS=descending starts the last index first, one block at a time, and finds those
 * that wait for a block which has not started; here "earlier" and block numbers then mean that order: block_index().
 */
#define _GNU_SOURCE
#include <link.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "sched.h"

enum { MAX_WORKERS = 16, SPINS = 2000, MAX_FAILURES = 256, CHUNK_MAX = 16 };
enum { INVALID_VALUE = 1, NO_MEMORY = 2, TOO_LARGE = 720, BAD_CLUSTER = 912 };
enum { CLUSTER_PORTABLE = 8 };

struct launch simt_current;
struct config simt_config = { .trace = 1, .races = 1, .stack = 64 * 1024, .timeout = 60, .out = -1 };
volatile int simt_stop;

static struct worker **workers; /* of this launch first; more were used by an earlier one */
static int nworkers, used;
static uint64_t next_block;     /* atomic */
static pthread_mutex_t running = PTHREAD_MUTEX_INITIALIZER; /* one launch at a time */

/* ---- configuration ------------------------------------------------------------------------------------- */

static double number(const char *name, double otherwise)
{
    const char *s = getenv(name);
    char *end;
    double x = s ? strtod(s, &end) : otherwise;
    return s && (end == s || *end) ? otherwise : x;
}

int launch_processors(void)
{
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n < 1 ? 1 : n > MAX_WORKERS ? MAX_WORKERS : n;
}

static void read_environment(void)
{
    struct config *c = &simt_config;
    const char *seed = getenv("SIMT_SEED"), *blocks = getenv("SIMT_BLOCKS");
    int n = (int)number("SIMT_WORKERS", 0);
    c->workers = n <= 0 ? launch_processors() : n > MAX_WORKERS ? MAX_WORKERS : n;
    c->trace = !number("SIMT_NOTRACE", 0);
    c->races = !number("SIMT_NORACES", 0);
    c->time = number("SIMT_TIME", 0) != 0;
    c->seed = seed ? strtoull(seed, NULL, 0) : 0;
    c->descending = blocks && !strcmp(blocks, "descending");
    double stack = number("SIMT_STACK", 64 * 1024);
    c->stack = ((size_t)(stack < 8192 ? 8192 : stack > 1 << 30 ? 1 << 30 : stack) + 63) & ~(size_t)63;
    c->timeout = number("SIMT_TIMEOUT", 60);
    c->timeout_set = getenv("SIMT_TIMEOUT") != NULL;
    c->out = (int)number("SIMT_OUT", -1);
    c->arch = getenv("SIMT_ARCH");
}

static void start(void)
{
    read_environment();
    heap_start();
    guard_start();
    trace_host();
}

void simt_start(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
}

__attribute__((constructor)) static void at_start(void) { simt_start(); }

/* ---- workers ------------------------------------------------------------------------------------------- */

/* The executable's thread-local memory holds every __shared__ variable and the dynamic window. */
static int tls_of(struct dl_phdr_info *info, size_t size, void *arg)
{
    (void)size;
    struct worker *w = arg;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type != PT_TLS)
            continue;
        uintptr_t align = h->p_align ? h->p_align : 1, fs;
        __asm__("movq %%fs:0, %0" : "=r"(fs));
        size_t n = (h->p_memsz + align - 1) / align * align;
        w->shared_lo = (fs - n) & ~(uintptr_t)127;
        w->shared_size = (n + 127 + 128) & ~(size_t)127;
        if (w->shared_lo + w->shared_size > fs)
            w->shared_size = fs - w->shared_lo;
    }
    return 1; /* the first one is the executable */
}

uintptr_t shared_start(void)
{
    static struct worker here;
    dl_iterate_phdr(tls_of, &here);
    return here.shared_lo;
}

void worker_enter(struct worker *w)
{
    simt_worker = w;
    dl_iterate_phdr(tls_of, w);
    guard_thread(w);
}

static struct worker *worker_new(int id)
{
    struct worker *w = calloc(1, sizeof *w);
    struct sched *s = calloc(1, sizeof *s);
    if (!w || !s || !(w->warps = calloc(SIMT_MAX_WARPS, sizeof *w->warps)))
        return NULL;
    w->id = id;
    w->sched = s;
    s->turn = ~0ull;
    dl_iterate_phdr(tls_of, w);
    trace_worker_init(w);
    return w;
}

/* 0, or -1: no memory */
static int workers_fit(int n)
{
    if (n <= nworkers)
        return 0;
    struct worker **v = realloc(workers, (size_t)n * sizeof *v);
    if (!v)
        return -1;
    workers = v;
    while (nworkers < n) {
        if (!(workers[nworkers] = worker_new(nworkers)))
            return -1;
        nworkers++;
    }
    return 0;
}

/* ---- turns --------------------------------------------------------------------------------------------- */

uint64_t launch_begun(void) { return __atomic_load_n(&next_block, __ATOMIC_RELAXED); }

void launch_begin_blocks(uint64_t end) { __atomic_store_n(&next_block, end, __ATOMIC_RELAXED); }

/* The first block that some other worker may still have to end. */
static uint64_t earliest_but(const struct worker *w)
{
    uint64_t first = ~0ull;
    for (int i = 0; i < used; i++) {
        uint64_t t = workers[i] == w ? ~0ull : __atomic_load_n(&workers[i]->sched->turn, __ATOMIC_SEQ_CST);
        first = t < first ? t : first;
    }
    return first;
}

int launch_all_stuck(const struct worker *but, int looks)
{
    for (int i = 0; i < used; i++) {
        struct sched *s = workers[i]->sched;
        int ended = __atomic_load_n(&s->turn, __ATOMIC_SEQ_CST) == ~0ull;
        if (workers[i] != but && !ended && !__atomic_load_n(&s->turning, __ATOMIC_SEQ_CST) &&
            __atomic_load_n(&s->stuck.vain, __ATOMIC_SEQ_CST) < looks)
            return 0;
    }
    return 1;
}

void simt_take_turn(void)
{
    struct worker *w = simt_worker;
    if (!w || w->has_turn)
        return;
    __atomic_store_n(&w->sched->turning, 1, __ATOMIC_SEQ_CST);
    for (unsigned spins = 0; earliest_but(w) < w->block; spins++) {
        if (simt_stop) {
            __atomic_store_n(&w->sched->turning, 0, __ATOMIC_SEQ_CST);
            simt_abandon(simt_stop);
        }
        if (spins < SPINS)
            __builtin_ia32_pause();
        else
            sched_yield();
    }
    __atomic_store_n(&w->sched->turning, 0, __ATOMIC_SEQ_CST);
    w->has_turn = 1;
}

/* ---- failures and output ------------------------------------------------------------------------------- */

static pthread_mutex_t result_lock = PTHREAD_MUTEX_INITIALIZER;
static uint64_t failed_block;
static int failed_error, failures;
static struct simt_dim3 again; /* clusters that the kernel has found missing before any lane did anything */

void launch_again(struct simt_dim3 clusters)
{
    pthread_mutex_lock(&result_lock);
    again = clusters;
    pthread_mutex_unlock(&result_lock);
}

void launch_failed(uint64_t block, int error)
{
    pthread_mutex_lock(&result_lock);
    if (!failures++ || block < failed_block) {
        failed_block = block;
        failed_error = error;
    }
    if (failures == MAX_FAILURES && !simt_stop)
        simt_stop = failed_error;
    pthread_mutex_unlock(&result_lock);
}

static struct printed {
    struct printed *next;
    uint64_t block;
    struct output out;
} *printed;

/* Writes what blocks before `end` have printed. */
static void write_printed(uint64_t end)
{
    while (printed && printed->block < end) {
        struct printed *p = printed;
        printed = p->next;
        fwrite(p->out.data, 1, p->out.n, stdout);
        free(p->out.data);
        free(p);
    }
}

void launch_flush(struct worker *w)
{
    struct sched *s = w->sched;
    if (!s->out.n && !printed)
        return;
    pthread_mutex_lock(&result_lock);
    struct printed *p = s->out.n ? malloc(sizeof *p) : NULL, **at = &printed;
    if (p) {
        *p = (struct printed){ NULL, w->block, s->out };
        while (*at && (*at)->block < p->block)
            at = &(*at)->next;
        p->next = *at;
        *at = p;
        s->out = (struct output){ 0 };
    }
    if (!launch_seated())
        write_printed(earliest_but(w));
    pthread_mutex_unlock(&result_lock);
}

/* ---- blocks to workers --------------------------------------------------------------------------------- */

/* 1: it waited for its turn, so that those behind it want it to come soon. */
static int run_turn(struct worker *w, uint64_t block)
{
    w->has_turn = used == 1;
    worker_seed(w, block);
    run_block(w, block);
    if (w->failed > 0)
        launch_failed(block, w->failed);
    launch_flush(w);
    return used > 1 && w->has_turn;
}

/* Small blocks that never wait for a turn are taken several at a time: each taking costs two fences. */
static uint64_t next_chunk(uint64_t chunk, uint64_t left)
{
    uint64_t most = left / (8 * (uint64_t)used);
    chunk *= 2;
    chunk = chunk < CHUNK_MAX ? chunk : CHUNK_MAX;
    return chunk < most ? chunk : most ? most : 1;
}

static void run_blocks(struct worker *w)
{
    struct sched *s = w->sched;
    uint64_t n = simt_current.blocks, chunk = 1;
    worker_enter(w);
    for (;;) {
        /* Before blocks are taken: nobody may believe meanwhile that this worker has nothing to end. */
        __atomic_store_n(&s->turn, __atomic_load_n(&next_block, __ATOMIC_SEQ_CST), __ATOMIC_SEQ_CST);
        uint64_t block = __atomic_fetch_add(&next_block, chunk, __ATOMIC_SEQ_CST), end = block + chunk;
        int waited = 0;
        for (; block < end && block < n && !simt_stop; block++) {
            __atomic_store_n(&s->turn, block, __ATOMIC_RELEASE);
            waited |= run_turn(w, block);
        }
        if (block >= n || simt_stop)
            break;
        chunk = waited || simt_config.trace ? 1 : next_chunk(chunk, n - end);
    }
    __atomic_store_n(&s->turn, ~0ull, __ATOMIC_SEQ_CST);
    simt_worker = NULL;
    trace_host();
}

static struct {
    pthread_mutex_t lock;
    pthread_cond_t wake, done;
    uint64_t launch; /* counts */
    int open;        /* workers may join: ids below `want` */
    int want, active;
} pool = { .lock = PTHREAD_MUTEX_INITIALIZER,
           .wake = PTHREAD_COND_INITIALIZER,
           .done = PTHREAD_COND_INITIALIZER };

static void *pool_main(void *arg)
{
    int id = (int)(intptr_t)arg;
    uint64_t seen = 0;
    trace_host();
    pthread_mutex_lock(&pool.lock);
    for (;;) {
        while (!pool.open || pool.launch == seen || id >= pool.want)
            pthread_cond_wait(&pool.wake, &pool.lock);
        seen = pool.launch;
        struct worker *w = workers[id];
        pool.active++;
        pthread_mutex_unlock(&pool.lock);
        run_blocks(w);
        pthread_mutex_lock(&pool.lock);
        if (!--pool.active)
            pthread_cond_signal(&pool.done);
    }
    return NULL;
}

/* 0, or -1: the thread cannot be had, and the others do its work. */
static int pool_thread(int id)
{
    struct sched *s = workers[id]->sched;
    pthread_attr_t attr;
    if (s->threaded)
        return 0;
    pthread_attr_init(&attr);
    pthread_attr_setdetachstate(&attr, PTHREAD_CREATE_DETACHED);
    pthread_attr_setstacksize(&attr, workers[id]->shared_size + (1 << 20));
    s->threaded = !pthread_create(&s->thread, &attr, pool_main, (void *)(intptr_t)id);
    pthread_attr_destroy(&attr);
    if (!s->threaded)
        return -1;
    guard_watch(s->thread);
    return 0;
}

static void run_grid(void)
{
    if (used > 1) {
        pthread_mutex_lock(&pool.lock);
        pool.launch++;
        pool.want = used;
        pool.open = 1;
        for (int i = 1; i < used; i++)
            pool_thread(i);
        pthread_cond_broadcast(&pool.wake);
        pthread_mutex_unlock(&pool.lock);
    }
    run_blocks(workers[0]);
    if (used > 1) {
        for (int k = 0; k < SPINS && __atomic_load_n(&pool.active, __ATOMIC_RELAXED); k++)
            __builtin_ia32_pause();
        pthread_mutex_lock(&pool.lock);
        pool.open = 0; /* a worker that has not woken up yet sleeps on */
        while (pool.active)
            pthread_cond_wait(&pool.done, &pool.lock);
        pthread_mutex_unlock(&pool.lock);
    }
}

/* ---- a launch ------------------------------------------------------------------------------------------ */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int prepare(void)
{
    const struct launch *l = &simt_current;
    uint64_t want = l->in.cooperative        ? l->blocks
                    : l->cluster > 1         ? l->cluster
                    : simt_config.descending ? 1
                                             : (uint64_t)simt_config.workers;
    used = (int)(want < l->blocks ? want : l->blocks);
    if (workers_fit(used))
        return NO_MEMORY;
    for (int i = 0; i < used; i++) {
        struct worker *w = workers[i];
        w->failed = 0;
        w->n_barrier = w->n_shuffle = w->n_vote = w->n_async_bytes = w->n_async_flight = 0;
        memset(w->n, 0, sizeof w->n);
        if (worker_shape(w, l))
            return NO_MEMORY;
    }
    next_block = 0;
    failures = failed_error = simt_stop = 0;
    again = (struct simt_dim3){ 0 };
    return 0;
}

/* Kernels that lanes launched, in the order of their blocks: after this one has ended, before the next. Those of
 * cudaStreamTailLaunch come last; all other streams may have any order. */
static struct device_launch *children;
static size_t nchildren, room_children;

static int is_tail(const struct device_launch *c)
{
    return (uintptr_t)c->in.stream == 3;
}

static int by_block(const void *x, const void *y)
{
    const struct device_launch *a = x, *b = y;
    if (is_tail(a) != is_tail(b))
        return is_tail(a) - is_tail(b);
    return a->block != b->block ? (a->block < b->block ? -1 : 1) : a->seq < b->seq ? -1 : 1;
}

static int run_children(void);
static int check_cluster(const struct simt_launch *l);

static uint64_t seq;

static int run_one(struct launch *l);

/* The launch did not know its kernel, and so not its clusters: a macro or a template gave the name. */
static int run_again(struct launch *l)
{
    trace_launch_drop();
    l->in.cluster = again;
    int error = check_cluster(&l->in);
    if (error)
        return error;
    seq--;
    return run_one(l);
}

static int run_one(struct launch *l)
{
    struct simt_dim3 g = l->in.grid;
    l->seq = ++seq;
    l->blocks = (uint64_t)g.x * g.y * g.z;
    l->cluster = l->in.cluster.x ? l->in.cluster.x * l->in.cluster.y * l->in.cluster.z : 1;
    l->traced = l->blocks;
    l->error = 0;
    simt_current = *l;
    int error = prepare();
    if (error)
        return error;
    trace_launch_begin(&simt_current, workers, used);
    double t0 = now();
    guard_begin(workers, used);
    if (launch_seated() && coop_run(workers, used, workers[0]->shared_size + (256 << 10)))
        launch_failed(0, NO_MEMORY);
    else if (!launch_seated())
        run_grid();
    guard_end();
    if (again.x)
        return run_again(l);
    write_printed(~0ull);
    simt_current.seconds = now() - t0;
    simt_current.error = failures ? failed_error : 0;
    trace_launch_end(&simt_current, workers, used);
    error = simt_current.error;
    *l = simt_current;
    if (!error && nchildren)
        error = run_children();
    return error;
}

static int run_children(void)
{
    struct device_launch *list = children;
    size_t n = nchildren;
    int error = 0;
    children = NULL;
    nchildren = room_children = 0;
    qsort(list, n, sizeof *list, by_block);
    for (size_t i = 0; i < n; i++) {
        struct launch l = { .in = list[i].in };
        if (!error)
            error = run_one(&l);
        rt_free((void *)list[i].in.args);
    }
    rt_free(list);
    return error;
}

int simt_run(struct launch *l)
{
    struct worker *outer = simt_worker;
    simt_start();
    pthread_mutex_lock(&running);
    int error = run_one(l);
    pthread_mutex_unlock(&running);
    simt_worker = outer;
    return error;
}

/* A lane launches: it is run when this grid has ended. */
static int launch_child(const struct simt_launch *in)
{
    struct device_launch c = { .in = *in, .block = simt_worker->block };
    pthread_mutex_lock(&result_lock);
    c.seq = nchildren;
    void *args = rt_malloc(in->args_size ? in->args_size : 1);
    if (nchildren == room_children) {
        size_t room = room_children ? 2 * room_children : 64;
        struct device_launch *v = rt_malloc(room * sizeof *v);
        if (v) {
            rt_copy(v, children, nchildren * sizeof *v);
            rt_free(children);
            children = v;
            room_children = room;
        }
    }
    int ok = args && nchildren < room_children;
    if (ok) {
        rt_copy(args, in->args, in->args_size);
        c.in.args = args;
        rt_copy(&children[nchildren++], &c, sizeof c);
    }
    pthread_mutex_unlock(&result_lock);
    return ok ? 0 : NO_MEMORY;
}

static int bad(const struct simt_launch *l, int error, const char *what)
{
    const char *name = l->name ? l->name : l->fn ? api_kernel_name(l->fn) : NULL;
    error_addf("launch", l->pc, "%s<<<(%u,%u,%u), (%u,%u,%u), %zu>>>: %s", name ? name : "kernel",
               l->grid.x, l->grid.y, l->grid.z, l->block.x, l->block.y, l->block.z, l->smem, what);
    return error;
}

/* A cudaError_t: whether the device of the profile can run it; as an H100 and an H200 answer under CUDA 13,
   an impossible grid or block is an invalid value, no longer an invalid configuration. */
static int check(const struct simt_launch *l)
{
    const struct device *d = api_device();
    struct simt_dim3 g = l->grid, b = l->block;
    uint64_t threads = (uint64_t)b.x * b.y * b.z, blocks = (uint64_t)g.x * g.y * g.z;
    if (!threads || !blocks)
        return bad(l, INVALID_VALUE, "a dimension is 0");
    if (b.x > 1024 || b.y > 1024 || b.z > 64 || threads > SIMT_MAX_THREADS)
        return bad(l, INVALID_VALUE, "a block has at most 1024 threads, and at most (1024,1024,64) by dimension");
    if (g.x > 0x7fffffffu || g.y > 65535 || g.z > 65535)
        return bad(l, INVALID_VALUE, "a grid has at most (2147483647,65535,65535) blocks");
    if (l->fn && api_static_smem(l->fn) > d->smem_block)
        return bad(l, INVALID_VALUE,
                   "ptxas compiles no kernel with more than 48 KiB of __shared__ variables; take dynamic "
                   "shared memory");
    if (l->smem > d->smem_optin)
        return bad(l, INVALID_VALUE, "more dynamic shared memory than a block of this device may have");
    if (l->fn && l->smem + api_static_smem(l->fn) > d->smem_optin)
        return bad(l, INVALID_VALUE, "more shared memory than a block of this device may have: the kernel's "
                                     "__shared__ variables count, too; put them into the dynamic part");
    if (l->smem > d->smem_block && l->fn && l->smem > api_max_dyn_smem(l->fn))
        return bad(l, INVALID_VALUE, "this much dynamic shared memory needs cudaFuncSetAttribute(kernel, "
                                     "cudaFuncAttributeMaxDynamicSharedMemorySize, bytes) first");
    if (!l->cooperative)
        return 0;
    uint64_t warps = (threads + SIMT_WARP - 1) / SIMT_WARP, per_sm = (uint64_t)d->warps_sm / warps;
    uint64_t by_smem = d->smem_sm / (l->smem + d->smem_reserved + 1);
    per_sm = per_sm < (uint64_t)d->blocks_sm ? per_sm : (uint64_t)d->blocks_sm;
    per_sm = per_sm < by_smem ? per_sm : by_smem;
    if (blocks > per_sm * (uint64_t)d->sms)
        return bad(l, TOO_LARGE, "a cooperative launch has at most as many blocks as fit on the device at "
                                 "once (cudaOccupancyMaxActiveBlocksPerMultiprocessor)");
    return 0;
}

/* A cudaError_t: whether the device has such clusters. */
static int check_cluster(const struct simt_launch *l)
{
    struct simt_dim3 c = l->cluster, g = l->grid;
    uint64_t n = (uint64_t)c.x * c.y * c.z;
    if (!c.x && !c.y && !c.z)
        return 0;
    if (api_device()->major < 9)
        return bad(l, INVALID_VALUE, "thread-block clusters need a device of compute capability 9.0");
    if (!n || n > SIMT_CLUSTER_MOST || (n > CLUSTER_PORTABLE && !api_large_clusters(l->fn)))
        return bad(l, BAD_CLUSTER, "a cluster has 1 to 8 blocks; up to 16 after cudaFuncSetAttribute(kernel, "
                                   "cudaFuncAttributeNonPortableClusterSizeAllowed, 1)");
    if (g.x % c.x || g.y % c.y || g.z % c.z)
        return bad(l, BAD_CLUSTER, "the grid's dimensions are no multiples of the cluster's");
    return 0;
}

int simt_launch(const struct simt_launch *in)
{
    struct simt_launch own = *in, *l = &own;
    simt_start();
    struct simt_dim3 needs = l->fn ? api_cluster_dims(l->fn) : (struct simt_dim3){ 0, 0, 0 };
    int error = check(l);
    if (!error && needs.x && l->cluster.x &&
        (needs.x != l->cluster.x || needs.y != l->cluster.y || needs.z != l->cluster.z))
        error = bad(l, BAD_CLUSTER, "the launch asks for other clusters than the kernel's __cluster_dims__");
    if (needs.x)
        l->cluster = needs;
    error = error ? error : check_cluster(l);
    if (simt_self())
        return error ? error : launch_child(l);
    return error ? api_launch_bad(l, error) : api_launch(l);
}
