/*
 * gpu_clock.h: whether a time taken on a GPU can be believed: the SM clock and the reasons that hold it down, read
 * through NVML by the parent (never by the child that holds the submission), and what no kernel can be faster than.
 */
#ifndef RUNNER_GPU_CLOCK_H
#define RUNNER_GPU_CLOCK_H

#include <stdint.h>

#include "runner/base/err.h"

struct gpu_clock;

struct gpu_state {
    unsigned sm_MHz;  /* 0: the clock was not read */
    uint64_t reasons; /* NVML's nvmlClocksEventReason bits */
};

/* The device at a PCI address ("00000000:01:00.0"). NULL with a sentence when NVML is not there or does not know it;
 * gpu_clock_close() what you get. */
struct gpu_clock *gpu_clock_open(const char *pci, struct err *e);
struct gpu_state gpu_clock_read(const struct gpu_clock *c);
void gpu_clock_close(struct gpu_clock *c); /* NULL is fine */

/* Did power, heat or another board hold the clock down? An idle GPU and clocks that somebody set are no throttle. */
int gpu_throttled(uint64_t reasons);

/* The SM clock of a over that of b; 1 where the two are within 3 % or were not read. */
double gpu_clock_ratio(const struct gpu_state *a, const struct gpu_state *b);

/* The least seconds of a kernel that has to move `bytes`, none of which are in the L2 before: what the L2 may
 * still hold at the end does not count, and memory is taken for 1.15 times as fast as it copies. 0: no floor. */
double gpu_floor_s(double bytes, double l2_B, double copy_Bps);

/* The GPU's own time of the flush and the launches against the host's around them, in seconds. */
enum gpu_fit { GPU_FITS, GPU_LATE /* the host waited longer than the GPU says it worked */, GPU_IMPOSSIBLE };
enum gpu_fit gpu_event_fits(double event_s, double busy_s, double host_s, double wall_s);

#endif
