/*
 * fake_gpus.c: a libcuda.so.1 and libnccl.so.2 of a machine with eight GPUs, for tests on machines with none: device
 * memory is the host's, streams do at once what they are given, and a group of sends and receives blocks until all of
 * them are through, which is stricter than NCCL, whose groups block a stream. Its "kernel" adds floats, or
 * doubles them where the function is called scale.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define FAKE __attribute__((visibility("default"))) int
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wunused-parameter"

enum { GPUS = 8, PIPE = 1 << 16, OPS = 64 };

/* ---- the driver ------------------------------------------------------------------------------------------ */

FAKE cuInit(unsigned f) { return 0; }
FAKE cuDeviceGetCount(int *n) { return *n = GPUS, 0; }
FAKE cuDeviceGet(int *d, int k) { return *d = k, k >= GPUS; }

/* "90" in the file fake-sm beside this library: the compute capability; else 9.9, and a kernel that is wrong where it
 * says "bad". */
static const char *model(void)
{
    static char text[16];
    Dl_info here;
    char path[4096];
    if (*text || !dladdr((void *)(size_t)model, &here))
        return text;
    snprintf(path, sizeof path, "%s", here.dli_fname);
    char *slash = strrchr(path, '/');
    snprintf(slash ? slash + 1 : path, sizeof path - (slash ? (size_t)(slash + 1 - path) : 0), "fake-sm");
    FILE *f = fopen(path, "r");
    if (f && !fgets(text, sizeof text, f))
        *text = 0;
    if (f)
        fclose(f);
    if (!*text)
        snprintf(text, sizeof text, "99");
    return text;
}

FAKE cuDeviceGetAttribute(int *v, int a, int d)
{
    const char *sm = strcmp(model(), "bad") ? model() : "90";
    return *v = a == 75 ? sm[0] - '0' : a == 76 ? sm[1] - '0' : 9, 0; /* CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_… */
}

FAKE cuDeviceGetName(char *s, int n, int d) { return snprintf(s, (size_t)n, "fake"), 0; }
FAKE cuDeviceGetPCIBusId(char *s, int n, int d) { return snprintf(s, (size_t)n, "0"), 0; }
FAKE cuDevicePrimaryCtxRetain(void **c, int d) { return *c = c, 0; }
FAKE cuCtxSetCurrent(void *c) { return 0; }
FAKE cuCtxSynchronize(void) { return 0; }
FAKE cuCtxResetPersistingL2Cache(void) { return 0; }
FAKE cuModuleLoadData(void **m, const void *p) { return *m = m, 0; }
FAKE cuModuleGetFunction(void **f, void *m, const char *n) { return *f = strdup(n), 0; }
FAKE cuFuncSetAttribute(void *f, int a, int v) { return 0; }
FAKE cuMemAlloc_v2(void **p, size_t n) { return !(*p = malloc(n)); }
FAKE cuMemFree_v2(void *p) { return free(p), 0; }
FAKE cuMemHostAlloc(void **p, size_t n, unsigned f) { return !(*p = malloc(n)); }
FAKE cuMemFreeHost(void *p) { return free(p), 0; }
FAKE cuMemcpyHtoD_v2(void *d, const void *s, size_t n) { return memcpy(d, s, n), 0; }
FAKE cuMemcpyDtoH_v2(void *d, const void *s, size_t n) { return memcpy(d, s, n), 0; }
FAKE cuMemcpyHtoDAsync_v2(void *d, const void *s, size_t n, void *q) { return memcpy(d, s, n), 0; }
FAKE cuMemcpyDtoHAsync_v2(void *d, const void *s, size_t n, void *q) { return memcpy(d, s, n), 0; }
FAKE cuMemcpyDtoDAsync_v2(void *d, const void *s, size_t n, void *q) { return memcpy(d, s, n), 0; }
FAKE cuMemsetD8Async(void *d, unsigned char v, size_t n, void *q) { return memset(d, v, n), 0; }
FAKE cuStreamCreate(void **s, unsigned f) { return *s = s, 0; }
FAKE cuStreamSynchronize(void *s) { return 0; }
FAKE cuEventCreate(void **e, unsigned f) { return *e = e, 0; }
FAKE cuEventRecord(void *e, void *s) { return 0; }
FAKE cuEventQuery(void *e) { return 0; }
FAKE cuEventSynchronize(void *e) { return 0; }
FAKE cuEventElapsedTime(float *ms, void *a, void *b) { return *ms = 1, 0; }
FAKE cuGetErrorString(int r, const char **s) { return *s = "fake error", 0; }

FAKE cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned sh,
                    void *q, void **args, void **more)
{
    if (!strcmp(f, "scale")) { /* (int n, const float *x, float *y): y = 2 x */
        float *x = *(float **)args[1], *y = *(float **)args[2];
        for (int k = 0; k < *(int *)args[0]; k++)
            y[k] = strcmp(model(), "bad") ? 2 * x[k] : 3 * x[k];
        return 0;
    }
    float *a = *(float **)args[0], *b = *(float **)args[1];
    for (uint64_t k = 0; k < 4 * *(uint64_t *)args[2]; k++)
        a[k] += b[k];
    return 0;
}

FAKE cuLaunchCooperativeKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                               unsigned smem, void *stream, void **args)
{
    return cuLaunchKernel(f, gx, gy, gz, bx, by, bz, smem, stream, args, NULL);
}

/* ---- NCCL ------------------------------------------------------------------------------------------------ */

typedef struct {
    char internal[128];
} id_t_;

struct pipe {
    volatile uint64_t in, out;
    char data[PIPE];
};

static struct pipe (*pipes)[GPUS]; /* [from][to], shared by the ranks */
static int me, size, depth, nops;
static struct op {
    char *at;
    size_t left;
    int peer, is_send;
} ops[OPS];

FAKE ncclGetVersion(int *v) { return *v = 10000, 0; }
FAKE ncclCommAbort(void *c) { return 0; }

FAKE ncclGetUniqueId(id_t_ *id)
{
    char name[] = "/tmp/fake-gpus-XXXXXX";
    int fd = mkstemp(name);
    memset(id, 0, sizeof *id);
    memcpy(id->internal, name, sizeof name);
    return fd < 0 || ftruncate(fd, sizeof(struct pipe) * GPUS * GPUS) || close(fd);
}

FAKE ncclCommInitRank(void **c, int n, id_t_ id, int rank)
{
    int fd = open(id.internal, O_RDWR | O_CLOEXEC);
    if (fd < 0 || n > GPUS)
        return 1;
    pipes = mmap(NULL, sizeof(struct pipe) * GPUS * GPUS, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    *c = &me;
    me = rank;
    size = n;
    return pipes == MAP_FAILED;
}

static void some(struct op *o)
{
    struct pipe *p = o->is_send ? &pipes[me][o->peer] : &pipes[o->peer][me];
    uint64_t in = __atomic_load_n(&p->in, __ATOMIC_ACQUIRE), out = __atomic_load_n(&p->out, __ATOMIC_ACQUIRE);
    uint64_t room = o->is_send ? PIPE - (in - out) : in - out, at = (o->is_send ? in : out) % PIPE;
    size_t n = o->left < room ? o->left : room;
    n = n < PIPE - at ? n : PIPE - at;
    if (o->is_send)
        memcpy(p->data + at, o->at, n);
    else
        memcpy(o->at, p->data + at, n);
    __atomic_add_fetch(o->is_send ? &p->in : &p->out, n, __ATOMIC_RELEASE);
    o->at += n;
    o->left -= n;
}

FAKE ncclGroupStart(void) { return depth++, 0; }

FAKE ncclGroupEnd(void)
{
    size_t left = --depth ? 0 : 1;
    while (left) {
        left = 0;
        for (int k = 0; k < nops; k++) {
            int turn = 1; /* those to one peer, in one direction, go one after the other */
            for (int q = 0; q < k; q++)
                turn &= !ops[q].left || ops[q].peer != ops[k].peer || ops[q].is_send != ops[k].is_send;
            if (turn && ops[k].left)
                some(&ops[k]);
            left += ops[k].left;
        }
        if (left)
            sched_yield();
    }
    nops = depth ? nops : 0;
    return 0;
}

static int add(void *at, size_t n, int peer, int is_send)
{
    if (nops == OPS)
        return 1;
    ops[nops++] = (struct op){ at, n, peer, is_send };
    return depth ? 0 : (depth++, ncclGroupEnd());
}

FAKE ncclSend(const void *at, size_t n, int t, int peer, void *c, void *q) { return add((void *)at, n, peer, 1); }
FAKE ncclRecv(void *at, size_t n, int t, int peer, void *c, void *q) { return add(at, n, peer, 0); }

FAKE ncclAllReduce(const void *in, void *out, size_t n, int t, int op, void *c, void *q)
{
    float *got = malloc(n * sizeof *got), *sum = out, *mine = malloc(n * sizeof *mine);
    memcpy(mine, in, n * sizeof *mine);
    memmove(out, in, n * sizeof *sum);
    for (int d = 1; d < size; d++) {
        ncclGroupStart();
        ncclSend(mine, n * sizeof *mine, t, (me + d) % size, c, q);
        ncclRecv(got, n * sizeof *got, t, (me + size - d) % size, c, q);
        ncclGroupEnd();
        for (size_t k = 0; k < n; k++)
            sum[k] += got[k];
    }
    free(got);
    free(mine);
    return 0;
}
