/* lib_queue.c: a library's work as host functions of a stream, its memory checked, its loops on all
 * processors. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib.h"

struct work {
    void (*fn)(void *args);
    double seconds;
    uintptr_t pc;
    int once; /* not captured: run a single time */
    max_align_t args[];
};

static RT_LOCAL uintptr_t work_pc;
static RT_LOCAL double took; /* by the work that ran last; 0: it was the program's own function */

double api_host_took(double otherwise)
{
    double s = took > 0 ? took : otherwise;
    took = 0;
    return s;
}

static void run(void *data)
{
    struct work *w = data;
    work_pc = w->pc;
    w->fn(w->args);
    took = w->seconds;
    if (w->once)
        free(w);
}

cudaError_t lib_submit(cudaStream_t stream, void (*fn)(void *args), const void *args, size_t size,
                       double seconds, uintptr_t pc)
{
    enum cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
    struct work *w = malloc(sizeof *w + size);
    if (!w)
        return cudaErrorMemoryAllocation;
    (void)cudaStreamIsCapturing(stream, &capturing);
    *w = (struct work){
        .fn = fn, .seconds = seconds, .pc = pc, .once = capturing == cudaStreamCaptureStatusNone
    };
    memcpy(w->args, args, size);
    cudaError_t e = cudaLaunchHostFunc(stream, run, w);
    if (e != cudaSuccess)
        free(w);
    return e;
}

cudaError_t lib_wait(cudaStream_t stream)
{
    return cudaStreamSynchronize(stream);
}

static int reach(const char *what, const void *p, size_t n)
{
    uintptr_t a = (uintptr_t)p;
    const struct alloc *in = heap_find(a);

    if (!n || (in && n <= in->hi - a))
        return 1;
    if (!p)
        error_addf("null", work_pc, "%s is a null pointer", what);
    else if (in)
        error_addf("out-of-bounds", work_pc,
                   "%s: %zu bytes from %p are used, but the allocation of %zu bytes ends after "
                   "%zu of them",
                   what, n, p, (size_t)(in->hi - in->lo), (size_t)(in->hi - a));
    else
        error_addf("host-pointer", work_pc, "%s: %p is no device memory: copy it there with cudaMemcpy first",
                   what, p);
    api_fail(cudaErrorIllegalAddress);
    return 0;
}

int lib_reads(const char *what, const void *p, size_t n)
{
    return reach(what, p, n);
}

int lib_writes(const char *what, void *p, size_t n)
{
    if (!reach(what, p, n))
        return 0;
    heap_written(p, n);
    return 1;
}

/* ---- all processors ------------------------------------------------------------------------------------ */

struct shared_loop { /* each thread takes the next index */
    void (*fn)(void *arg, unsigned i);
    void *arg;
    unsigned next, n;
};

static void *work_through(void *data)
{
    struct shared_loop *j = data;
    for (unsigned i; (i = __atomic_fetch_add(&j->next, 1, __ATOMIC_RELAXED)) < j->n;)
        j->fn(j->arg, i);
    return NULL;
}

unsigned lib_processors(void)
{
    long n = simt_config.workers ? simt_config.workers : sysconf(_SC_NPROCESSORS_ONLN);
    return n < 1 ? 1 : n > 16 ? 16 : (unsigned)n;
}

void lib_parallel(unsigned n, void (*fn)(void *arg, unsigned i), void *arg)
{
    struct shared_loop j = { .fn = fn, .arg = arg, .n = n };
    pthread_t thread[16];
    unsigned want = lib_processors() < n ? lib_processors() : n, begun = 0;

    while (begun + 1 < want && !pthread_create(&thread[begun], NULL, work_through, &j))
        begun++;
    (void)work_through(&j);
    while (begun)
        pthread_join(thread[--begun], NULL);
}
