/*
 * ridge-gpu: ridge-child for cubins. Speaks proto.h to the parent and the CUDA driver API to the GPU,
 * which it loads at run time: it builds and starts on machines that have neither toolkit nor driver.
 * The submission is device code only; this process holds no expected value and its event times are
 * checked against the parent's wall clock.
 *
 *     ridge-gpu CUBIN MODE THREADS      (descriptors 3..6 as proto.h says)
 *     ridge-gpu --query                 the GPU's architecture and name: "sm_90a NVIDIA H200"
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "proto.h"

/* The driver's ABI is stable; its header comes with a toolkit that a learner may not have. */
typedef int cu_result;
typedef unsigned long long cu_ptr;
typedef void *cu_handle;

#define DRIVER(X)                                                                                   \
    X(cuInit, (unsigned))                                                                           \
    X(cuDeviceGet, (int *, int))                                                                    \
    X(cuDeviceGetAttribute, (int *, int, int))                                                      \
    X(cuDeviceGetName, (char *, int, int))                                                          \
    X(cuDevicePrimaryCtxRetain, (cu_handle *, int))                                                 \
    X(cuCtxSetCurrent, (cu_handle))                                                                 \
    X(cuCtxSynchronize, (void))                                                                     \
    X(cuModuleLoadData, (cu_handle *, const void *))                                                \
    X(cuModuleGetFunction, (cu_handle *, cu_handle, const char *))                                  \
    X(cuFuncSetAttribute, (cu_handle, int, int))                                                    \
    X(cuMemAlloc_v2, (cu_ptr *, size_t))                                                            \
    X(cuMemFree_v2, (cu_ptr))                                                                       \
    X(cuMemcpyHtoD_v2, (cu_ptr, const void *, size_t))                                              \
    X(cuMemcpyDtoH_v2, (void *, cu_ptr, size_t))                                                    \
    X(cuMemcpyDtoDAsync_v2, (cu_ptr, cu_ptr, size_t, cu_handle))                                    \
    X(cuMemsetD8Async, (cu_ptr, unsigned char, size_t, cu_handle))                                  \
    X(cuMemsetD32_v2, (cu_ptr, unsigned, size_t))                                                   \
    X(cuStreamCreate, (cu_handle *, unsigned))                                                      \
    X(cuStreamSynchronize, (cu_handle))                                                             \
    X(cuEventCreate, (cu_handle *, unsigned))                                                       \
    X(cuEventRecord, (cu_handle, cu_handle))                                                        \
    X(cuEventSynchronize, (cu_handle))                                                              \
    X(cuEventElapsedTime, (float *, cu_handle, cu_handle))                                          \
    X(cuLaunchKernel, (cu_handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,      \
                       unsigned, cu_handle, void **, void **))                                      \
    X(cuGetErrorString, (cu_result, const char **))

#define DECLARE(name, args) static cu_result(*name) args;
DRIVER(DECLARE)

enum { ATTR_L2 = 38, ATTR_CC_MAJOR = 75, ATTR_CC_MINOR = 76, FUNC_MAX_DYNAMIC_SMEM = 8, CANARY = 4096, CANARY_WORD = 0x7fc0dead };

struct arena {
    cu_ptr base, data;
    size_t size;
};

static const struct proto_go *go;
static struct proto_done *done;
static char *in, *out;
static struct arena din, dout;
static cu_ptr flush;
static size_t flush_size;
static cu_handle stream, e0, e1, module;

static const char *cu_text(cu_result r)
{
    const char *s = NULL;
    if (cuGetErrorString)
        cuGetErrorString(r, &s);
    return s ? s : "unknown CUDA error";
}

static void need(cu_result r, const char *what)
{
    if (!r)
        return;
    printf("%s: %s\n", what, cu_text(r));
    fflush(stdout);
    _exit(CHILD_INTERNAL);
}

static void no_gpu(const char *why)
{
    printf("no NVIDIA GPU answers here: %s\n", why);
    fflush(stdout);
    _exit(CHILD_NO_GPU);
}

static int find_device(void)
{
    void *so = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!so)
        no_gpu("the NVIDIA driver (libcuda.so.1) is not installed");
#define LOAD(name, args)                                      \
    *(void **)&name = dlsym(so, #name);                       \
    if (!name)                                                \
        no_gpu("the driver is too old: it lacks " #name);
    DRIVER(LOAD)
    cu_result r = cuInit(0);
    int dev = 0;
    if (r || (r = cuDeviceGet(&dev, 0)))
        no_gpu(cu_text(r));
    return dev;
}

/* From 9.0 on the full instruction set of a chip is in its "a" variant. */
static int query(void)
{
    int dev = find_device(), major = 0, minor = 0;
    char name[128] = "";
    cuDeviceGetAttribute(&major, ATTR_CC_MAJOR, dev);
    cuDeviceGetAttribute(&minor, ATTR_CC_MINOR, dev);
    cuDeviceGetName(name, sizeof name, dev);
    printf("sm_%d%d%s %s\n", major, minor, major >= 9 ? "a" : "", name);
    return 0;
}

static void load_driver(void)
{
    int dev = find_device();
    cu_handle ctx;
    need(cuDevicePrimaryCtxRetain(&ctx, dev), "cuDevicePrimaryCtxRetain");
    need(cuCtxSetCurrent(ctx), "cuCtxSetCurrent");
    int l2 = 0;
    cuDeviceGetAttribute(&l2, ATTR_L2, dev);
    flush_size = l2 > 0 ? 3 * (size_t)l2 : 64u << 20;
    need(cuMemAlloc_v2(&flush, flush_size), "memory for the cache flush");
    need(cuStreamCreate(&stream, 1), "cuStreamCreate");
    need(cuEventCreate(&e0, 0), "cuEventCreate");
    need(cuEventCreate(&e1, 0), "cuEventCreate");
}

static size_t size_of(int fd)
{
    struct stat st;
    return fstat(fd, &st) ? 0 : (size_t)st.st_size;
}

static void *map(int fd, size_t size, int prot)
{
    void *p = mmap(NULL, size, prot, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
        perror("ridge-gpu: map");
        _exit(CHILD_INTERNAL);
    }
    return p;
}

static struct arena arena_new(size_t size)
{
    struct arena a = { .size = size };
    need(cuMemAlloc_v2(&a.base, size + 2 * CANARY), "device memory");
    a.data = a.base + CANARY;
    need(cuMemsetD32_v2(a.base, CANARY_WORD, CANARY / 4), "canary");
    need(cuMemsetD32_v2(a.data + size, CANARY_WORD, CANARY / 4), "canary");
    return a;
}

static int arena_intact(const struct arena *a)
{
    unsigned w[2][CANARY / 4];
    if (cuMemcpyDtoH_v2(w[0], a->base, CANARY) || cuMemcpyDtoH_v2(w[1], a->data + a->size, CANARY))
        return 0;
    for (int k = 0; k < CANARY / 4; k++)
        if (w[0][k] != CANARY_WORD || w[1][k] != CANARY_WORD)
            return 0;
    return 1;
}

/* Device-to-device copy of 1 GiB (or what fits), best of ten: the ceiling that bandwidth is held against.
 * Bytes read plus bytes written, before any of the submission's code is loaded. */
static double copy_bandwidth(void)
{
    size_t n = 1u << 30;
    cu_ptr a = 0, b = 0;
    double best = 0;
    while (n > (1u << 20) && (cuMemAlloc_v2(&a, n) || cuMemAlloc_v2(&b, n))) {
        if (a)
            cuMemFree_v2(a);
        a = b = 0;
        n /= 2;
    }
    if (!a || !b)
        return 0;
    for (int k = 0; k < 12; k++) {
        float ms = 0;
        cuEventRecord(e0, stream);
        cuMemcpyDtoDAsync_v2(b, a, n, stream);
        cuEventRecord(e1, stream);
        cuEventSynchronize(e1);
        if (!cuEventElapsedTime(&ms, e0, e1) && ms > 0 && k >= 2 && 2.0 * (double)n / (ms * 1e-3) > best)
            best = 2.0 * (double)n / (ms * 1e-3);
    }
    cuMemFree_v2(a);
    cuMemFree_v2(b);
    return best;
}

static char *read_all(const char *path)
{
    int fd = open(path, O_RDONLY);
    size_t n = fd < 0 ? 0 : size_of(fd), have = 0;
    char *s = malloc(n + 1);
    while (s && have < n) {
        ssize_t k = read(fd, s + have, n - have);
        if (k <= 0)
            break;
        have += (size_t)k;
    }
    if (fd >= 0)
        close(fd);
    return have == n && n ? s : NULL;
}

static cu_result upload(void)
{
    for (uint32_t k = 0; k < go->nbufs && k < PROTO_BUFS; k++) {
        const struct proto_buf *b = &go->buf[k];
        size_t n = b->count * b->size;
        cu_result r = 0;
        if (n)
            r = b->writable ? cuMemcpyHtoD_v2(dout.data + b->offset, out + b->offset, n)
                            : cuMemcpyHtoD_v2(din.data + b->offset, in + b->offset, n);
        if (r)
            return r;
    }
    return 0;
}

static cu_result download(void)
{
    for (uint32_t k = 0; k < go->nbufs && k < PROTO_BUFS; k++) {
        const struct proto_buf *b = &go->buf[k];
        size_t n = b->count * b->size;
        if (b->writable && n) {
            cu_result r = cuMemcpyDtoH_v2(out + b->offset, dout.data + b->offset, n);
            if (r)
                return r;
        }
    }
    return 0;
}

union value {
    int32_t i;
    int64_t l;
    float f;
    double d;
    cu_ptr p;
};

static void arguments(union value *v, void **ptr)
{
    uint32_t buf = 0, scalar = 0;
    for (uint32_t k = 0; k < go->nargs && k < PROTO_BUFS + PROTO_SCALARS; k++) {
        ptr[k] = &v[k];
        switch (go->arg_kind[k]) {
        case 'i':
            v[k].i = (int32_t)go->i[scalar++];
            break;
        case 'l':
            v[k].l = go->i[scalar++];
            break;
        case 'f':
            v[k].f = (float)go->d[scalar++];
            break;
        case 'd':
            v[k].d = go->d[scalar++];
            break;
        default:
            v[k].p = (go->buf[buf].writable ? dout.data : din.data) + go->buf[buf].offset;
            buf++;
        }
    }
}

static cu_result launch(const char **what)
{
    cu_handle fn;
    union value v[PROTO_BUFS + PROTO_SCALARS];
    void *ptr[PROTO_BUFS + PROTO_SCALARS];
    float ms = 0;
    cu_result r;
    *what = "the cubin has no such kernel; is it extern \"C\"?";
    if ((r = cuModuleGetFunction(&fn, module, go->call)))
        return r;
    arguments(v, ptr);
    *what = "upload";
    if ((r = upload()))
        return r;
    if (go->smem > 48u << 10)
        cuFuncSetAttribute(fn, FUNC_MAX_DYNAMIC_SMEM, (int)go->smem);
    /* The flush empties the L2 and keeps the GPU busy while the launch is queued behind it, so that the
     * events bracket the kernel and not the time it takes to submit it. */
    cuStreamSynchronize(stream);
    cuMemsetD8Async(flush, (unsigned char)go->seq, flush_size, stream);
    *what = "launch";
    cuEventRecord(e0, stream);
    if (go->grid[0] && go->grid[1] && go->grid[2])
        r = cuLaunchKernel(fn, go->grid[0], go->grid[1], go->grid[2], go->block[0], go->block[1],
                           go->block[2], go->smem, stream, ptr, NULL);
    cuEventRecord(e1, stream);
    if (r)
        return r;
    *what = "kernel";
    if ((r = cuEventSynchronize(e1)) || (r = cuEventElapsedTime(&ms, e0, e1)))
        return r;
    done->event_s = ms * 1e-3;
    *what = "download";
    return download();
}

static void run(void)
{
    const char *what = "";
    cu_result r = launch(&what);
    done->status = (uint32_t)r;
    done->note[0] = 0;
    if (r) {
        snprintf(done->note, sizeof done->note, "%s: %s", what, cu_text(r));
    } else if (!arena_intact(&din) || !arena_intact(&dout)) {
        done->status = 1;
        snprintf(done->note, sizeof done->note, "the kernel wrote outside its buffers");
    }
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--query"))
        return query();
    if (argc != 4)
        return CHILD_INTERNAL;
    size_t ni = size_of(PROTO_IN), no = size_of(PROTO_OUT);
    go = map(PROTO_GO, PROTO_PAGE, PROT_READ);
    done = map(PROTO_DONE, PROTO_PAGE, PROT_READ | PROT_WRITE);
    in = map(PROTO_IN, ni, PROT_READ);
    out = map(PROTO_OUT, no, PROT_READ | PROT_WRITE);
    setvbuf(stdout, NULL, _IOLBF, 0);
    char *image = read_all(argv[1]);
    if (!image) {
        printf("%s: cannot be read\n", argv[1]);
        return CHILD_INTERNAL;
    }
    load_driver();
    din = arena_new(ni);
    dout = arena_new(no);
    double copy = copy_bandwidth();
    cu_result r = cuModuleLoadData(&module, image);
    if (r) {
        printf("the cubin does not load: %s\n", cu_text(r));
        return CHILD_NO_SYMBOL;
    }
    uint32_t last = 0;
    done->copy_Bps = copy;
    done->seq = PROTO_READY;
    syscall(SYS_futex, &done->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
    for (;;) {
        uint32_t s;
        while ((s = __atomic_load_n(&go->seq, __ATOMIC_ACQUIRE)) == last)
            syscall(SYS_futex, &go->seq, FUTEX_WAIT, last, NULL, NULL, 0);
        if (go->quit)
            return 0;
        last = s;
        run();
        __atomic_store_n(&done->seq, s, __ATOMIC_RELEASE);
        syscall(SYS_futex, &done->seq, FUTEX_WAKE, 1, NULL, NULL, 0);
    }
}
