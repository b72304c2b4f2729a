/*
 * core_peak.h: what one core of this machine can do at most, without a calibration: its clock times the widest
 * instructions that it has. An upper bound that no program passes, not a figure that one would reach.
 */
#ifndef RUNNER_CORE_PEAK_H
#define RUNNER_CORE_PEAK_H

struct core_peak {
    double clock_Hz, flops, bytes; /* each a second, FLOP of f32; 0: this machine does not tell */
};

/* Measured once, in a few milliseconds, on the core that asks; later calls cost nothing. */
struct core_peak core_peak(void);

#endif
