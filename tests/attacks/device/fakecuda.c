/*
 * fakecuda.c: a libcuda.so.1 and libnvidia-ml.so.1 of one GPU that misbehaves as $FAKECUDA says, for tests of ridge-gpu on
 * machines with none. Device memory is the host's; the one kernel is x02-scale's. Time is a model: a stream that does
 * one thing after the other, at RATE, and a host that waits for it, so that an honest run has honest clocks.
 *
 * A behaviour of the kernel is the learner's alone: the image that it comes in is marked (nvcc of this folder). One of
 * the device is everybody's. device/table has both, and what must come of them.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FAKE __attribute__((visibility("default"))) int
#pragma GCC diagnostic ignored "-Wmissing-prototypes"
#pragma GCC diagnostic ignored "-Wunused-parameter"

enum { OUT_OF_MEMORY = 2, NO_DEVICE = 100, BAD_DEVICE = 101, NOT_INITIALIZED = 3, BAD_IMAGE = 200, NOT_FOUND = 500,
       NOT_READY = 600, ILLEGAL_ADDRESS = 700, OUT_OF_RESOURCES = 701, LAUNCH_FAILED = 719 };
enum { ATTR_L2 = 38, ATTR_MAJOR = 75, ATTR_MINOR = 76, L2 = 64 << 10, MEMORY = 16 << 20, MARK = 256,
       TIMED = 1 << 17 /* elements: more has the case alone that is timed */ };
#define RATE 2e9 /* B/s read + written */

struct event {
    double at;
};

static double stream_end, pace = 1;
static size_t used;
static int sticky, launches, hostile;

static int is(const char *behaviour)
{
    const char *all = getenv("FAKECUDA");
    return all && !strcmp(all, behaviour);
}

/* The same of the learner's kernel. */
static int mine(const char *behaviour)
{
    return hostile && is(behaviour);
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double later(double a, double b)
{
    return a > b ? a : b;
}

static void enqueue(double bytes)
{
    stream_end = later(stream_end, now()) + pace * bytes / RATE;
}

static int wait_until(double t)
{
    for (double left; (left = t - now()) > 0;) {
        struct timespec nap = { (time_t)left, (long)((left - floor(left)) * 1e9) };
        nanosleep(&nap, NULL);
    }
    return sticky;
}

static void forever(void)
{
    for (;;)
        pause();
}

/* ---- the device ------------------------------------------------------------------------------------------- */

/* Of processes that are started two by two, every second one gets a slower device. */
static double uneven(void)
{
    char path[PATH_MAX], byte = 0;
    snprintf(path, sizeof path, "%s/processes", getenv("FAKECUDA_STATE"));
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    off_t n = fd < 0 || write(fd, &byte, 1) != 1 ? 0 : lseek(fd, 0, SEEK_END);
    close(fd);
    return n % 2 ? 1 : 1.5;
}

FAKE cuInit(unsigned f) { return is("no-device") ? NO_DEVICE : is("driver-mismatch") ? NOT_INITIALIZED : 0; }
FAKE cuDeviceGetCount(int *n) { return *n = is("none-counted") ? 0 : 1, 0; }
FAKE cuDeviceGet(int *d, int k) { return *d = 0, is("none-behind") ? BAD_DEVICE : 0; }

FAKE cuDeviceGetAttribute(int *v, int a, int d)
{
    *v = a == ATTR_L2 ? is("huge-cache") ? INT_MAX : is("negative-cache") ? -1 : L2
       : a == ATTR_MAJOR ? is("absurd-arch") ? INT_MAX : 9
       : a == ATTR_MINOR ? is("absurd-arch") ? INT_MIN : 0 : 0;
    return is("no-attributes") ? BAD_DEVICE : 0;
}

FAKE cuDeviceGetName(char *s, int n, int d)
{
    if (is("hostile-name"))
        memset(s, 27, (size_t)n); /* and no end */
    else
        snprintf(s, (size_t)n, "Pretended GPU");
    return 0;
}

FAKE cuDeviceGetPCIBusId(char *s, int n, int d)
{
    if (is("hostile-name"))
        memset(s, 27, (size_t)n);
    else
        snprintf(s, (size_t)n, "0000:00:00.0");
    return 0;
}

FAKE cuDevicePrimaryCtxRetain(void **c, int d)
{
    if (is("uneven"))
        pace = uneven();
    *c = c;
    return is("no-context") ? OUT_OF_MEMORY : 0;
}

FAKE cuCtxSetCurrent(void *c) { return 0; }
FAKE cuCtxSynchronize(void) { return mine("hang-upload") ? forever(), 0 : wait_until(stream_end); }

FAKE cuGetErrorString(int r, const char **s)
{
    static char text[64];
    snprintf(text, sizeof text, "pretended error %d", r);
    *s = is("no-words") ? NULL : text;
    return 0;
}

/* ---- memory: its size stands before it --------------------------------------------------------------------- */

FAKE cuMemAlloc_v2(void **p, size_t n)
{
    size_t all = is("no-memory") ? 0 : is("tiny-memory") ? 3 * L2 + 4096 : is("negative-cache") ? 8 * MEMORY : MEMORY;
    size_t *at = n > all || used > all - n ? NULL : malloc(n + 64);
    if (!at)
        return OUT_OF_MEMORY;
    *at = n;
    used += n;
    *p = (char *)at + 64;
    return 0;
}

FAKE cuMemFree_v2(char *p)
{
    used -= *(size_t *)(void *)(p - 64);
    free(p - 64);
    return 0;
}

FAKE cuMemHostAlloc(void **p, size_t n, unsigned f) { return !(*p = malloc(n)); }
FAKE cuMemFreeHost(void *p) { return free(p), 0; }

FAKE cuMemcpyHtoD_v2(void *d, const void *s, size_t n)
{
    wait_until(stream_end);
    return sticky ? sticky : (memcpy(d, s, n), 0);
}

FAKE cuMemcpyDtoH_v2(void *d, const void *s, size_t n)
{
    wait_until(stream_end);
    return sticky ? sticky : mine("no-download") && launches ? ILLEGAL_ADDRESS : (memcpy(d, s, n), 0);
}

FAKE cuMemcpyDtoDAsync_v2(void *d, const void *s, size_t n, void *q)
{
    enqueue(2 * (double)n);
    return memcpy(d, s, n), sticky;
}

FAKE cuMemcpyHtoDAsync_v2(void *d, const void *s, size_t n, void *q) { return memcpy(d, s, n), sticky; }
FAKE cuMemcpyDtoHAsync_v2(void *d, const void *s, size_t n, void *q) { return memcpy(d, s, n), sticky; }

FAKE cuMemsetD8Async(void *d, unsigned char v, size_t n, void *q)
{
    enqueue((double)n);
    return memset(d, v, n), sticky;
}

/* ---- streams and events ------------------------------------------------------------------------------------ */

FAKE cuCtxResetPersistingL2Cache(void) { return sticky; }
FAKE cuStreamCreate(void **s, unsigned f) { return *s = s, 0; }
FAKE cuStreamSynchronize(void *s) { return wait_until(stream_end); }
FAKE cuEventCreate(struct event **e, unsigned f) { return *e = calloc(1, sizeof **e), !*e; }
FAKE cuEventRecord(struct event *e, void *s) { return e->at = later(stream_end, now()), 0; }
FAKE cuEventQuery(struct event *e) { return mine("endless") ? NOT_READY : sticky; }

FAKE cuEventSynchronize(struct event *e)
{
    if (mine("endless"))
        forever();
    return wait_until(e->at);
}

FAKE cuEventElapsedTime(float *ms, struct event *a, struct event *b)
{
    double t = (b->at - a->at) * 1e3;
    int copying = !launches;
    *ms = (float)(mine("time-short") && !copying ? t / 100 : mine("time-less") && !copying ? t * .75 : mine("time-long") ? t * 3 : mine("time-back") ? -t
                : mine("time-nan") ? NAN : mine("time-infinite") ? INFINITY : mine("time-zero") ? 0
                : is("copy-nan") && copying ? NAN : is("copy-zero") && copying ? 0 : t);
    return mine("no-time") && !copying ? NOT_READY : 0;
}

/* ---- the kernel: y[i] = 2 x[i] + i % 7 ---------------------------------------------------------------------- */

FAKE cuModuleLoadData(void **m, const char *image)
{
    hostile = !strcmp(image + MARK, "hostile");
    *m = m;
    return mine("bad-image") ? BAD_IMAGE : 0;
}

FAKE cuModuleGetFunction(void **f, void *m, const char *n) { return *f = f, mine("no-kernel") ? NOT_FOUND : 0; }
FAKE cuFuncSetAttribute(void *f, int a, int v) { return 0; }

static void scale(float *y, const float *x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = 2 * x[i] + (float)(i % 7);
}

/* What it does to memory when its results are not to be trusted. */
static void tamper(float *y, float *x, int n)
{
    if (mine("last-wrong"))
        y[n - 1] += 1;
    if (mine("beyond"))
        y[n + 1023] = 1;
    if (mine("beyond-one"))
        ((char *)(y + n))[0] ^= 1;
    if (mine("before"))
        y[-1] = 1;
    if (mine("beyond-input"))
        x[n] = 1;
    if (mine("before-input"))
        x[-1024] = 1;
    if (mine("input") || (mine("input-timed") && n > TIMED))
        x[n / 2] = 0;
    if (mine("input-end"))
        x[n - 1] += 1;
    for (int i = 0; i < n && (mine("nan") || mine("half")); i++)
        y[i] = mine("nan") ? NAN : (float)(_Float16)y[i];
}

static int end_of_process(void)
{
    if (mine("crash"))
        abort();
    if (mine("exit"))
        _exit(0);
    return 0;
}

FAKE cuLaunchKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned smem,
                    void *stream, void **p, void **extra)
{
    float *y = *(float **)p[0], *x = *(float **)p[1];
    int n = *(int *)p[2], late = n > TIMED;
    launches++;
    if (end_of_process() || mine("hang-launch"))
        forever();
    if (mine("refused") || (mine("refused-later") && launches > 2))
        return OUT_OF_RESOURCES;
    if (mine("trap") || (mine("trap-later") && launches > 2) || (mine("trap-timed") && late))
        return sticky = LAUNCH_FAILED, 0;
    if (!mine("too-fast"))
        enqueue(10 * (double)n);
    if (mine("nothing") || (mine("nothing-later") && launches > 2) || (mine("nothing-timed") && late))
        return 0;
    scale(y, x, n);
    tamper(y, x, n);
    return 0;
}

FAKE cuLaunchCooperativeKernel(void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                               unsigned smem, void *stream, void **args)
{
    return cuLaunchKernel(f, gx, gy, gz, bx, by, bz, smem, stream, args, NULL);
}

/* ---- libnvidia-ml ------------------------------------------------------------------------------------------ */

FAKE nvmlInit_v2(void) { return is("no-watch"); }
FAKE nvmlShutdown(void) { return 0; }
FAKE nvmlDeviceGetHandleByPciBusId_v2(const char *pci, void **d) { return *d = d, strcmp(pci, "0000:00:00.0"); }

FAKE nvmlDeviceGetClockInfo(void *d, int which, unsigned *mhz)
{
    static unsigned calls;
    *mhz = is("clocks-apart") && calls++ % 2 ? 1000 : is("clock-absurd") ? UINT_MAX : 1980;
    return 0;
}

FAKE nvmlDeviceGetCurrentClocksEventReasons(void *d, unsigned long long *r)
{
    *r = is("throttled") ? 0x40 : is("clock-absurd") ? ULLONG_MAX : 0;
    return 0;
}
