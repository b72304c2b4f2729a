/*
 * ridge-gpu: ridge-child for cubins. Speaks proto.h to the parent and the CUDA driver API to the GPU.
 * The submission is device code only; this process holds no expected value and its event times are
 * checked against the parent's wall clock.
 *
 *     ridge-gpu CUBIN MODE THREADS      (descriptors 3..6 as proto.h says)
 *     ridge-gpu --once CUBIN DIR        one call; the four pages are the files go, done, in and out of DIR
 *     ridge-gpu --count CUBIN DIR LIB   the same under LIB, CUPTI's library: the file metrics of DIR has their
 *                                       names, the file counts gets a line "name value" each
 *     ridge-gpu --query                 the GPU's architecture and name: "sm_90a NVIDIA H200"
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "runner/clock/gpu_cupti.h"
#include "runner/clock/gpu_driver.h"
#include "proto.h"
#include "runner/base/clock.h"
#include "runner/child/proto_serve.h"

/* GUARD bytes of GUARD_WORD stand before each buffer, and more behind it: from its last byte to the next guard. */
enum { GUARD = 4096, GUARD_WORD = 0x7fc0dead, COPIES = 10 };

struct arena {
    cu_ptr base;
    size_t size; /* of the buffers and the guards between them, as far as the call has them */
};

static const struct proto_go *go;
static struct proto_done *done;
static char *in, *out;
static struct arena din, dout;
static size_t place[PROTO_BUFS]; /* of each buffer in its arena */
static cu_ptr flush;
static size_t flush_size, in_size, out_size;
static cu_handle context, stream, before, e0, e1, module;

static void need(cu_result r, const char *what)
{
    if (!r)
        return;
    printf("%s: %s\n", what, gpu_driver_text(r));
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
    int dev = 0;
    const char *why = gpu_driver_device(&dev);
    if (why)
        no_gpu(why);
    return dev;
}

static int query(void)
{
    int dev = find_device();
    char name[128] = "", arch[16];
    gpu_driver_arch(dev, arch, sizeof arch);
    cuDeviceGetName(name, sizeof name - 1, dev);
    printf("%s %s\n", arch, name);
    return 0;
}

static void load_driver(void)
{
    int dev = find_device();
    need(cuDevicePrimaryCtxRetain(&context, dev), "cuDevicePrimaryCtxRetain");
    need(cuCtxSetCurrent(context), "cuCtxSetCurrent");
    int l2 = 0;
    cuDeviceGetAttribute(&l2, GPU_ATTR_L2, dev);
    flush_size = l2 > 0 ? 3 * (size_t)l2 : 64u << 20;
    done->l2_B = l2 > 0 ? (uint64_t)l2 : 0;
    done->flush_B = flush_size;
    cuDeviceGetPCIBusId(done->note, sizeof done->note, dev);
    need(cuMemAlloc_v2(&flush, flush_size), "memory for the cache flush");
    need(cuStreamCreate(&stream, 1), "cuStreamCreate");
    need(cuEventCreate(&before, 0), "cuEventCreate");
    need(cuEventCreate(&e0, 0), "cuEventCreate");
    need(cuEventCreate(&e1, 0), "cuEventCreate");
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

/* Room for buffers that take `size` bytes as the parent lays them out, page by page, and for the guards. */
static struct arena arena_new(size_t size)
{
    struct arena a = { 0 };
    need(cuMemAlloc_v2(&a.base, size + (2 * PROTO_BUFS + 2) * GUARD), "device memory");
    return a;
}

/* The best of ten: the ceiling that bandwidth is held against, before any of the submission's code is loaded. */
static double copy_bandwidth(void)
{
    double rate[COPIES], best = 0;
    for (int k = gpu_driver_copy(stream, rate, COPIES); k-- > 0;)
        best = rate[k] > best ? rate[k] : best;
    return best;
}

static char *read_all(const char *path)
{
    int fd = open(path, O_RDONLY);
    size_t n = fd < 0 ? 0 : proto_size(fd), have = 0;
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

/* ---- the buffers of a call, and what stands around them ------------------------------------------------------- */

static uint32_t buffers(void)
{
    return go->nbufs < PROTO_BUFS ? go->nbufs : PROTO_BUFS;
}

static size_t bytes_of(uint32_t k)
{
    return go->buf[k].count * go->buf[k].size;
}

static struct arena *arena_of(uint32_t k)
{
    return go->buf[k].writable ? &dout : &din;
}

/* Each begins on a page, as in the parent's memory, behind two guards' width from the end of the one before. */
static void lay_out(void)
{
    din.size = dout.size = GUARD;
    for (uint32_t k = 0; k < buffers(); k++) {
        struct arena *a = arena_of(k);
        place[k] = a->size;
        a->size = (place[k] + bytes_of(k) + GUARD - 1) / GUARD * GUARD + 2 * GUARD;
    }
}

/* The bytes of guard behind buffer k. */
static size_t behind(uint32_t k)
{
    size_t end = place[k] + bytes_of(k);
    return (end + GUARD - 1) / GUARD * GUARD + GUARD - end;
}

/* What a guard holds, from an address that is `phase` bytes into a word. */
static const unsigned char *guard_bytes(size_t phase)
{
    static uint32_t words[2 * GUARD / 4 + 1];
    for (size_t k = 0; !words[sizeof words / 4 - 1] && k < sizeof words / 4; k++)
        words[k] = GUARD_WORD;
    return (const unsigned char *)words + phase % 4;
}

static cu_result put_guards(void)
{
    for (uint32_t k = 0; k < buffers(); k++) {
        cu_ptr at = arena_of(k)->base + place[k], end = at + bytes_of(k);
        cu_result r = cuMemcpyHtoD_v2(at - GUARD, guard_bytes(0), GUARD);
        if (!r)
            r = cuMemcpyHtoD_v2(end, guard_bytes(bytes_of(k)), behind(k));
        if (r)
            return r;
    }
    return 0;
}

/* 1, and a sentence in done->note, when the n bytes of guard from `at` are not what they were. `first` is the number
 * that an element of buffer k at `at` would have, in bytes. */
static int broken(uint32_t k, cu_ptr at, size_t n, long long first, const char *side)
{
    static unsigned char now[2 * GUARD];
    const struct proto_buf *b = &go->buf[k];
    const unsigned char *was = guard_bytes(first < 0 ? 0 : (size_t)first);
    cu_result r = cuMemcpyDtoH_v2(now, at, n);
    size_t hit = 0;
    if (r)
        snprintf(done->note, sizeof done->note, "The guard %s %.39s: %s", side, b->name, gpu_driver_text(r));
    for (; !r && hit < n && now[hit] == was[hit]; hit++)
        ;
    if (!r && hit == n)
        return 0;
    long long element = (first + (long long)hit - (first < 0 ? (long long)b->size - 1 : 0)) / (long long)b->size;
    if (!r)
        snprintf(done->note, sizeof done->note,
                 "The kernel wrote outside its buffers: %s %.39s, where an element %lld would be; it has 0 to %lld",
                 side, b->name, element, (long long)b->count - 1);
    return 1;
}

static int guards_broken(void)
{
    for (uint32_t k = 0; k < buffers(); k++) {
        cu_ptr at = arena_of(k)->base + place[k];
        if (broken(k, at - GUARD, GUARD, -(long long)GUARD, "before") ||
            broken(k, at + bytes_of(k), behind(k), (long long)bytes_of(k), "behind"))
            return 1;
    }
    return 0;
}

/* All there when it returns: of a copy from pageable memory the driver may still be sending the last part, and our
 * stream waits for no other. */
static cu_result upload(void)
{
    lay_out();
    cu_result r = put_guards();
    for (uint32_t k = 0; k < buffers() && !r; k++)
        if (bytes_of(k))
            r = cuMemcpyHtoD_v2(arena_of(k)->base + place[k], (go->buf[k].writable ? out : in) + go->buf[k].offset,
                                bytes_of(k));
    return r ? r : cuCtxSynchronize();
}

static cu_result download(void)
{
    cu_result r = 0;
    for (uint32_t k = 0; k < buffers() && !r; k++)
        if (go->buf[k].writable && bytes_of(k))
            r = cuMemcpyDtoH_v2(out + go->buf[k].offset, dout.base + place[k], bytes_of(k));
    return r;
}

/* A map that the driver refuses stays empty, and the kernel's copies through it fail. */
static void *tensor_map(uint32_t buf)
{
    static _Alignas(64) unsigned char maps[PROTO_BUFS][128];
    static const uint32_t steps[5] = { 1, 1, 1, 1, 1 };
    const struct proto_map *m = &go->buf[buf].map;
    enum { NO_INTERLEAVE = 0, PROMOTE_128B = 2, FILL_ZERO = 0 };
    memset(maps[buf], 0, sizeof maps[buf]);
    if (gpu_driver_encode_tiled)
        gpu_driver_encode_tiled(maps[buf], (int)m->type, m->rank, arena_of(buf)->base + place[buf], m->dim, m->stride,
                                m->box, steps, NO_INTERLEAVE, (int)m->swizzle, PROMOTE_128B, FILL_ZERO);
    return maps[buf];
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
        case 't':
            ptr[k] = tensor_map(buf++);
            break;
        default:
            v[k].p = arena_of(buf)->base + place[buf];
            buf++;
        }
    }
}

static cu_result one_launch(cu_handle fn, void **ptr)
{
    if (!go->grid[0] || !go->grid[1] || !go->grid[2])
        return 0;
    if (go->cooperative)
        return cuLaunchCooperativeKernel(fn, go->grid[0], go->grid[1], go->grid[2], go->block[0], go->block[1],
                                         go->block[2], go->smem, stream, ptr);
    return cuLaunchKernel(fn, go->grid[0], go->grid[1], go->grid[2], go->block[0], go->block[1], go->block[2],
                          go->smem, stream, ptr, NULL);
}

/* Lines that a kernel asked to keep (evict_last) outlive a flush unless they lose that mark: 7.8 us instead of 9.6 for
 * 16 MiB on an H200 (tests/bench/device.cu). A GPU without such lines says that it has none. */
static cu_result empty_cache(unsigned char with)
{
    cuCtxResetPersistingL2Cache();
    cuEventRecord(before, stream);
    return cuMemsetD8Async(flush, with, flush_size, stream);
}

/* The flush empties the L2 and keeps the GPU busy while the launch is queued behind it, so that the events bracket
 * the kernel and not the time it takes to submit it. A batch has one more launch there, which warms the L2 again. */
static cu_result timed_launches(cu_handle fn, void **ptr)
{
    uint32_t n = go->batch > 1 ? go->batch : 1;
    cu_result r = empty_cache((unsigned char)go->seq);
    if (n > 1 && !r)
        r = one_launch(fn, ptr);
    cuEventRecord(e0, stream);
    for (uint32_t k = 0; k < n && !r; k++)
        r = one_launch(fn, ptr);
    cuEventRecord(e1, stream);
    return r;
}

/* Both clocks: the GPU's of the kernel and of what went before it, and ours around the two. */
static cu_result read_clocks(double t0)
{
    float ms = 0, lead = 0;
    cu_result r = cuEventSynchronize(e1);
    done->host_s = clock_seconds(CLOCK_MONOTONIC) - t0;
    if (r || (r = cuEventElapsedTime(&ms, e0, e1)) || (r = cuEventElapsedTime(&lead, before, e0)))
        return r;
    done->event_s = ms * 1e-3 / (go->batch > 1 ? go->batch : 1);
    done->busy_s = (ms + lead) * 1e-3;
    return 0;
}

static cu_result launch(const char **what)
{
    cu_handle fn;
    union value v[PROTO_BUFS + PROTO_SCALARS];
    void *ptr[PROTO_BUFS + PROTO_SCALARS];
    cu_result r;
    *what = "The cubin has no such kernel; is it extern \"C\"?";
    if ((r = cuModuleGetFunction(&fn, module, go->call)))
        return r;
    *what = "upload";
    if ((r = upload()))
        return r;
    arguments(v, ptr);
    if (go->smem > 48u << 10)
        cuFuncSetAttribute(fn, GPU_FUNC_MAX_DYNAMIC_SMEM, (int)go->smem);
    double t0 = clock_seconds(CLOCK_MONOTONIC);
    *what = "launch";
    if ((r = timed_launches(fn, ptr)))
        return r;
    *what = "kernel";
    if ((r = read_clocks(t0)))
        return r;
    *what = "download";
    return download();
}

/* Inputs are as they were sent: what a kernel leaves in them, its next run would find. */
static int inputs_intact(void)
{
    enum { CHUNK = 1 << 20 };
    static char part[CHUNK];
    for (uint32_t k = 0; k < buffers(); k++) {
        size_t n = go->buf[k].writable ? 0 : bytes_of(k), step;
        for (size_t at = 0; at < n; at += step) {
            step = n - at < CHUNK ? n - at : CHUNK;
            if (cuMemcpyDtoH_v2(part, din.base + place[k] + at, step) ||
                memcmp(part, in + go->buf[k].offset + at, step))
                return 0;
        }
    }
    return 1;
}

static void run(void)
{
    const char *what = "";
    cu_result r = launch(&what);
    done->status = (uint32_t)r;
    done->note[0] = 0;
    if (r) {
        snprintf(done->note, sizeof done->note, "%s: %s", what, gpu_driver_text(r));
    } else if (guards_broken()) {
        done->status = 1;
    } else if (!inputs_intact()) {
        done->status = 1;
        snprintf(done->note, sizeof done->note, "The kernel wrote to its input.");
    }
}

/* fd: go, done, in, out */
static void map_all(const int fd[4])
{
    in_size = proto_size(fd[2]);
    out_size = proto_size(fd[3]);
    go = map(fd[0], PROTO_PAGE, PROT_READ);
    done = map(fd[1], PROTO_PAGE, PROT_READ | PROT_WRITE);
    in = map(fd[2], in_size, PROT_READ);
    out = map(fd[3], out_size, PROT_READ | PROT_WRITE);
    setvbuf(stdout, NULL, _IOLBF, 0);
}

/* What is there before the submission: 0, or the exit code that says what is missing. */
static int load(const char *cubin, int measure)
{
    char *image = read_all(cubin);
    if (!image) {
        printf("%s cannot be read.\n", cubin);
        return CHILD_INTERNAL;
    }
    load_driver();
    din = arena_new(in_size);
    dout = arena_new(out_size);
    if (measure)
        done->copy_Bps = copy_bandwidth();
    cu_result r = cuModuleLoadData(&module, image);
    free(image);
    if (r)
        printf("The cubin does not load: %s\n", gpu_driver_text(r));
    return r ? CHILD_NO_SYMBOL : 0;
}

/* The call's pages are files, and the submission is loaded: 0, or the exit code. */
static int open_files(const char *cubin, const char *dir)
{
    static const char *const name[] = { "go", "done", "in", "out" };
    int fd[4];
    for (int k = 0; k < 4; k++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", dir, name[k]);
        fd[k] = open(path, (k == 0 || k == 2 ? O_RDONLY : O_RDWR) | O_CLOEXEC);
        if (fd[k] < 0) {
            perror(path);
            return CHILD_INTERNAL;
        }
    }
    map_all(fd);
    return load(cubin, 0);
}

/* One call, for a profiler that starts this program itself. */
static int once(const char *cubin, const char *dir)
{
    int rc = open_files(cubin, dir);
    if (rc)
        return rc;
    run();
    if (done->status)
        printf("%s\n", done->note);
    return done->status ? CHILD_INTERNAL : 0;
}

/* ---- counting ------------------------------------------------------------------------------------------------ */

/* The same inputs and a cold L2 in every pass; what is counted is the kernel alone. */
static int one_pass(struct gpu_cupti *c, cu_handle fn, struct err *e)
{
    union value v[PROTO_BUFS + PROTO_SCALARS];
    void *ptr[PROTO_BUFS + PROTO_SCALARS];
    cu_result r = upload();
    arguments(v, ptr);
    if (!r)
        r = empty_cache(1);
    if (!r)
        r = cuStreamSynchronize(stream);
    if (!r && gpu_cupti_begin(c, e))
        return -1;
    if (!r)
        r = one_launch(fn, ptr);
    if (!r)
        r = cuStreamSynchronize(stream);
    if (!r)
        return gpu_cupti_end(c, e);
    return err_set(e, "kernel: %s", gpu_driver_text(r));
}

static void write_count(const char *metric, double value, void *to)
{
    fprintf(to, "%s %.17g\n", metric, value);
}

static int count_passes(struct gpu_cupti *c, const char *path, struct err *e)
{
    enum { PASSES = 500 };
    cu_handle fn;
    int more = 1;
    if (cuModuleGetFunction(&fn, module, go->call))
        return err_set(e, "The cubin has no such kernel; is it extern \"C\"?");
    if (go->smem > 48u << 10)
        cuFuncSetAttribute(fn, GPU_FUNC_MAX_DYNAMIC_SMEM, (int)go->smem);
    for (int k = 0; more > 0 && k < PASSES; k++)
        more = one_pass(c, fn, e);
    FILE *f = more ? NULL : fopen(path, "w");
    int rc = f ? gpu_cupti_values(c, write_count, f, e) : -1;
    if (f && fclose(f))
        rc = -1;
    return rc;
}

static int count(const char *cubin, const char *dir, const char *lib)
{
    char path[4096];
    struct err e = { "The result could not be written." };
    int dev = 0, rc = open_files(cubin, dir);
    if (rc)
        return rc;
    snprintf(path, sizeof path, "%s/metrics", dir);
    char *metrics = read_all(path); /* NUL-terminated by its writer */
    snprintf(path, sizeof path, "%s/counts", dir);
    gpu_driver_device(&dev);
    struct gpu_cupti *c = metrics ? gpu_cupti_open(lib, dev, context, metrics, &e) : NULL;
    if (c && !count_passes(c, path, &e))
        return 0;
    printf("%s\n", e.text);
    return CHILD_INTERNAL;
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "--query"))
        return query();
    if (argc == 4 && !strcmp(argv[1], "--once"))
        return once(argv[2], argv[3]);
    if (argc == 5 && !strcmp(argv[1], "--count"))
        return count(argv[2], argv[3], argv[4]);
    if (argc != 4)
        return CHILD_INTERNAL;
    map_all((const int[]){ PROTO_GO, PROTO_DONE, PROTO_IN, PROTO_OUT });
    int rc = load(argv[1], 1);
    if (rc)
        return rc;
    uint32_t seq = 0;
    proto_answer(done, PROTO_READY);
    while (proto_wait(go, &seq)) {
        run();
        proto_answer(done, seq);
    }
    return 0;
}
