/* gpu_cupti.c: CUPTI's range profiler, loaded at run time: begins and ends a range, and reads its counters. */
#define _GNU_SOURCE
#include "gpu_cupti.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The API's structures begin with their own size, up to the last field that the caller knows. */
#define HEAD size_t size; void *priv
struct p_initialize { HEAD; };
struct p_chip { HEAD; size_t device; const char *chip; };
struct p_available { HEAD; void *context; size_t size_B; uint8_t *image; };
struct p_host { HEAD; int type; const char *chip; const uint8_t *available; void *host; };
struct p_known { HEAD; void *host; const char *metric, *description, *unit, *dimension; int type; };
struct p_add { HEAD; void *host; const char **metric; size_t n; };
struct p_config_size { HEAD; void *host; size_t size_B; };
struct p_config { HEAD; void *host; size_t size_B; uint8_t *image; };
struct p_enable { HEAD; void *context, *profiler; };
struct p_data_size { HEAD; void *profiler; const char **metric; size_t n, ranges; uint32_t nodes; size_t size_B; };
struct p_data { HEAD; void *profiler; size_t size_B; uint8_t *data; };
struct p_set {
    HEAD;
    void *profiler;
    size_t config_B;
    const uint8_t *config;
    size_t data_B;
    uint8_t *data;
    int range, replay;
    size_t ranges;
    uint16_t levels, first_level;
    size_t pass;
    uint16_t target_level;
};
struct p_profiler { HEAD; void *profiler; };
struct p_push { HEAD; void *profiler; const char *name; };
struct p_stop { HEAD; void *profiler; size_t pass, level; uint8_t all; };
struct p_decode { HEAD; void *profiler; size_t dropped; };
struct p_values {
    HEAD;
    void *host;
    const uint8_t *data;
    size_t data_B, range;
    const char **metric;
    size_t n;
    double *value;
};
#define UP_TO(type, field) (offsetof(struct type, field) + sizeof(((struct type *)0)->field))

enum {
    RANGE_PROFILER = 0,
    USER_RANGE = 2,
    USER_REPLAY = 3,
    NO_PRIVILEGE = 35,
    NO_PRIVILEGE_VIRTUAL = 40,
    METRICS = 256
};

#define CUPTI(X)                                  \
    X(cuptiProfilerInitialize)                    \
    X(cuptiDeviceGetChipName)                     \
    X(cuptiProfilerGetCounterAvailability)        \
    X(cuptiProfilerHostInitialize)                \
    X(cuptiProfilerHostGetMetricProperties)       \
    X(cuptiProfilerHostConfigAddMetrics)          \
    X(cuptiProfilerHostGetConfigImageSize)        \
    X(cuptiProfilerHostGetConfigImage)            \
    X(cuptiProfilerHostEvaluateToGpuValues)       \
    X(cuptiRangeProfilerEnable)                   \
    X(cuptiRangeProfilerGetCounterDataSize)       \
    X(cuptiRangeProfilerCounterDataImageInitialize) \
    X(cuptiRangeProfilerSetConfig)                \
    X(cuptiRangeProfilerStart)                    \
    X(cuptiRangeProfilerPushRange)                \
    X(cuptiRangeProfilerPopRange)                 \
    X(cuptiRangeProfilerStop)                     \
    X(cuptiRangeProfilerDecodeData)

#define DEFINE(name) static int (*name)(void *);
CUPTI(DEFINE)
static int (*cuptiGetResultString)(int, const char **);

struct gpu_cupti {
    void *host, *profiler;
    uint8_t *available, *config, *data;
    size_t config_B, data_B, nmetrics;
    const char *metric[METRICS];
    char *names;
};

/* Did a call fail? 0, or -1 with the name that the driver's documentation gives the refusal, or CUPTI's own words. */
static int failed(int r, const char *what, struct err *e)
{
    const char *s = NULL;
    if (!r)
        return 0;
    if (cuptiGetResultString)
        cuptiGetResultString(r, &s);
    if (r == NO_PRIVILEGE || r == NO_PRIVILEGE_VIRTUAL)
        return err_set(e, "ERR_NVGPUCTRPERM");
    return err_set(e, "%s: %s", what, s ? s : "it failed");
}
#define CALL(f, p, last) failed(((p).size = last, f(&(p))), #f, e)

static int load(const char *lib, struct err *e)
{
    void *so = dlopen(lib, RTLD_NOW | RTLD_GLOBAL);
    if (!so)
        return err_set(e, "%s", dlerror());
#define LOAD(name)                                                                              \
    *(void **)&name = dlsym(so, #name);                                                         \
    if (!name)                                                                                  \
        return err_set(e, "this CUPTI has no %s: it is older than CUDA 12.6", #name);
    CUPTI(LOAD)
    *(void **)&cuptiGetResultString = dlsym(so, "cuptiGetResultString");
    return 0;
}

/* Metrics of patched SASS are Nsight Compute's own: CUPTI takes their names and answers a constant. A name that it
 * does not take spoils the object for those after it. */
static int is_counted(const struct gpu_cupti *c, const char *metric)
{
    struct p_known p = { .size = UP_TO(p_known, type), .host = c->host, .metric = metric };
    return strncmp(metric, "smsp__sass_", 11) && !cuptiProfilerHostGetMetricProperties(&p);
}

static void add_metrics(struct gpu_cupti *c)
{
    char *save = NULL;
    for (char *m = strtok_r(c->names, ",", &save); m && c->nmetrics < METRICS; m = strtok_r(NULL, ",", &save)) {
        const char *one[] = { m };
        struct p_add p = { sizeof p, NULL, c->host, one, 1 };
        if (is_counted(c, m) && !cuptiProfilerHostConfigAddMetrics(&p))
            c->metric[c->nmetrics++] = m;
    }
}

static int open_host(struct gpu_cupti *c, int device, cu_handle context, struct err *e)
{
    struct p_initialize i = { 0 };
    struct p_chip chip = { .device = (size_t)device };
    struct p_available a = { .context = context };
    if (CALL(cuptiProfilerInitialize, i, sizeof i) || CALL(cuptiDeviceGetChipName, chip, sizeof chip) ||
        CALL(cuptiProfilerGetCounterAvailability, a, sizeof a))
        return -1;
    a.image = c->available = calloc(1, a.size_B + 1);
    if (CALL(cuptiProfilerGetCounterAvailability, a, sizeof a))
        return -1;
    struct p_host h = { .type = RANGE_PROFILER, .chip = chip.chip, .available = c->available };
    if (CALL(cuptiProfilerHostInitialize, h, sizeof h))
        return -1;
    c->host = h.host;
    add_metrics(c);
    struct p_config_size s = { .host = c->host };
    if (CALL(cuptiProfilerHostGetConfigImageSize, s, sizeof s))
        return -1;
    c->config_B = s.size_B;
    c->config = calloc(1, c->config_B + 1);
    struct p_config g = { .host = c->host, .size_B = c->config_B, .image = c->config };
    return CALL(cuptiProfilerHostGetConfigImage, g, sizeof g);
}

static int open_profiler(struct gpu_cupti *c, cu_handle context, struct err *e)
{
    struct p_enable enable = { .context = context };
    if (CALL(cuptiRangeProfilerEnable, enable, sizeof enable))
        return -1;
    c->profiler = enable.profiler;
    struct p_data_size s = { .profiler = c->profiler, .metric = c->metric, .n = c->nmetrics, .ranges = 1, .nodes = 1 };
    if (CALL(cuptiRangeProfilerGetCounterDataSize, s, sizeof s))
        return -1;
    c->data_B = s.size_B;
    c->data = calloc(1, c->data_B + 1);
    struct p_data d = { .profiler = c->profiler, .size_B = c->data_B, .data = c->data };
    if (CALL(cuptiRangeProfilerCounterDataImageInitialize, d, sizeof d))
        return -1;
    struct p_set p = { .profiler = c->profiler, .config_B = c->config_B, .config = c->config, .data_B = c->data_B,
                       .data = c->data, .range = USER_RANGE, .replay = USER_REPLAY, .ranges = 1, .levels = 1,
                       .first_level = 1, .target_level = 1 };
    return CALL(cuptiRangeProfilerSetConfig, p, UP_TO(p_set, target_level));
}

struct gpu_cupti *gpu_cupti_open(const char *lib, int device, cu_handle context, const char *metrics, struct err *e)
{
    struct gpu_cupti *c = load(lib, e) ? NULL : calloc(1, sizeof *c);
    if (!c)
        return NULL;
    c->names = strdup(metrics);
    if (!open_host(c, device, context, e) && !open_profiler(c, context, e))
        return c;
    free(c->names); /* what CUPTI holds goes with the process */
    free(c);
    return NULL;
}

int gpu_cupti_begin(struct gpu_cupti *c, struct err *e)
{
    struct p_profiler start = { .profiler = c->profiler };
    struct p_push push = { .profiler = c->profiler, .name = "call" };
    return CALL(cuptiRangeProfilerStart, start, sizeof start) || CALL(cuptiRangeProfilerPushRange, push, sizeof push)
               ? -1
               : 0;
}

int gpu_cupti_end(struct gpu_cupti *c, struct err *e)
{
    struct p_profiler pop = { .profiler = c->profiler };
    struct p_stop stop = { .profiler = c->profiler };
    struct p_decode decode = { .profiler = c->profiler };
    if (CALL(cuptiRangeProfilerPopRange, pop, sizeof pop) || CALL(cuptiRangeProfilerStop, stop, UP_TO(p_stop, all)))
        return -1;
    if (!stop.all)
        return 1;
    return CALL(cuptiRangeProfilerDecodeData, decode, sizeof decode);
}

int gpu_cupti_values(struct gpu_cupti *c, void (*each)(const char *, double, void *), void *arg, struct err *e)
{
    double value[METRICS] = { 0 };
    struct p_values p = { .host = c->host, .data = c->data, .data_B = c->data_B, .metric = c->metric, .n = c->nmetrics,
                          .value = value };
    if (CALL(cuptiProfilerHostEvaluateToGpuValues, p, sizeof p))
        return -1;
    for (size_t k = 0; k < c->nmetrics; k++)
        each(c->metric[k], value[k], arg);
    return 0;
}
