/* gpu_clock.c: reads a GPU's clock and throttle reasons through NVML, which is loaded at run time. */
#define _GNU_SOURCE
#include "gpu_clock.h"

#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* nvml.h, whose ABI is stable; the reasons were called throttle reasons before driver 535. */
enum { NVML_CLOCK_SM = 1 };
enum {
    SW_POWER_CAP = 0x4,
    HW_SLOWDOWN = 0x8,
    SYNC_BOOST = 0x10,
    SW_THERMAL = 0x20,
    HW_THERMAL = 0x40,
    HW_POWER_BRAKE = 0x80
};

struct gpu_clock {
    void *so, *device;
    int (*shutdown)(void);
    int (*clock)(void *, int, unsigned *);
    int (*reasons)(void *, unsigned long long *);
};

static int find(struct gpu_clock *c, const char *pci)
{
    int (*init)(void), (*by_pci)(const char *, void **);
    *(void **)&init = dlsym(c->so, "nvmlInit_v2");
    *(void **)&by_pci = dlsym(c->so, "nvmlDeviceGetHandleByPciBusId_v2");
    *(void **)&c->shutdown = dlsym(c->so, "nvmlShutdown");
    *(void **)&c->clock = dlsym(c->so, "nvmlDeviceGetClockInfo");
    *(void **)&c->reasons = dlsym(c->so, "nvmlDeviceGetCurrentClocksEventReasons");
    if (!c->reasons)
        *(void **)&c->reasons = dlsym(c->so, "nvmlDeviceGetCurrentClocksThrottleReasons");
    if (!init || !by_pci || !c->shutdown || !c->clock || !c->reasons || init())
        return 0;
    if (!by_pci(pci, &c->device))
        return 1;
    c->shutdown();
    return 0;
}

struct gpu_clock *gpu_clock_open(const char *pci, struct err *e)
{
    struct gpu_clock *c = calloc(1, sizeof *c);
    if (c && !(c->so = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL)))
        err_set(e, "the SM clock was not read: libnvidia-ml.so.1 (the driver's own) was not found");
    else if (c && find(c, pci))
        return c;
    else
        err_set(e, "the SM clock was not read: NVML does not answer for GPU %.20s (does nvidia-smi?)", pci);
    if (c && c->so)
        dlclose(c->so);
    free(c);
    return NULL;
}

struct gpu_state gpu_clock_read(const struct gpu_clock *c)
{
    struct gpu_state s = { 0, 0 };
    unsigned long long reasons = 0;
    if (c && c->clock(c->device, NVML_CLOCK_SM, &s.sm_MHz))
        s.sm_MHz = 0;
    if (c && !c->reasons(c->device, &reasons))
        s.reasons = reasons;
    return s;
}

void gpu_clock_close(struct gpu_clock *c)
{
    if (!c)
        return;
    c->shutdown();
    dlclose(c->so);
    free(c);
}

int gpu_throttled(uint64_t reasons)
{
    return (reasons & (SW_POWER_CAP | HW_SLOWDOWN | SYNC_BOOST | SW_THERMAL | HW_THERMAL | HW_POWER_BRAKE)) != 0;
}

double gpu_clock_ratio(const struct gpu_state *a, const struct gpu_state *b)
{
    double x = a->sm_MHz, y = b->sm_MHz;
    return x > 0 && y > 0 && fabs(x - y) > 0.03 * fmax(x, y) ? x / y : 1;
}

double gpu_floor_s(double bytes, double l2_B, double copy_Bps)
{
    double must = bytes - l2_B;
    return must > 0 && copy_Bps > 0 && isfinite(copy_Bps) ? must / (1.15 * copy_Bps) : 0;
}

/* Two clocks differ by 2 % at most; submitting and waking up cost tens of microseconds, seldom 300. */
enum gpu_fit gpu_event_fits(double event_s, double busy_s, double host_s, double wall_s)
{
    int fits = event_s > 0 && event_s <= busy_s * 1.001 + 1e-6 && busy_s <= host_s * 1.02 + 2e-6;
    if (!fits || !(host_s <= wall_s * 1.02 + 2e-6))
        return GPU_IMPOSSIBLE;
    return host_s > busy_s * 1.02 + 300e-6 ? GPU_LATE : GPU_FITS;
}
