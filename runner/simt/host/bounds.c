/* bounds.c: how the times of resources that work beside each other make one. See bounds.h. */
#include "bounds.h"

#include <math.h>

static const char *const bound_names[BOUNDS] = {"DRAM", "L2", "L1", "shared", "constants", "FMA pipe", "ALU pipe",
                                                "FP64 pipe", "special functions", "tensor cores", "issue",
                                                "latency", "barriers", "atomics", "launch"};

static double norm(double a, double b, double p)
{
    return pow(pow(a, p) + pow(b, p), 1 / p);
}

/* Resources that one stream of work goes through, one after another: the slowest is all that is seen of them. What a
 * scheduler gives out goes to one pipe each; what memory sends comes through the L2. */
static int chain_of(int bound)
{
    static const int of[BOUNDS] = {[BOUND_DRAM] = BOUND_L2, [BOUND_FMA] = BOUND_ISSUE, [BOUND_ALU] = BOUND_ISSUE,
                                   [BOUND_F64] = BOUND_ISSUE, [BOUND_SPECIAL] = BOUND_ISSUE,
                                   [BOUND_TENSOR] = BOUND_ISSUE};
    return of[bound] ? of[bound] : bound;
}

/* All bounds together; waits are hidden behind the rest as far as `overlap` says. */
static double work_of(const struct simt_card *c, const double s[BOUNDS], double overlap)
{
    double busy = 0, slowest[BOUNDS] = {0};
    for (int k = 0; k < BOUNDS; k++)
        if (k != BOUND_LATENCY && k != BOUND_BARRIERS)
            slowest[chain_of(k)] = fmax(slowest[chain_of(k)], s[k]);
    for (int k = 0; k < BOUNDS; k++)
        busy = norm(busy, slowest[k], c->soft);
    return norm(busy, s[BOUND_LATENCY] + s[BOUND_BARRIERS], overlap);
}

static int most_of(const double s[BOUNDS])
{
    int most = BOUND_LAUNCH;
    double latency = s[BOUND_LATENCY] + s[BOUND_BARRIERS];
    for (int k = 0; k < BOUNDS; k++)
        if (k != BOUND_BARRIERS && (k == BOUND_LATENCY ? latency : s[k]) > (most == BOUND_LATENCY ? latency : s[most]))
            most = k;
    return most == BOUND_LATENCY && 2 * s[BOUND_BARRIERS] > latency ? BOUND_BARRIERS : most;
}

json_t *bounds_combined(const struct simt_card *c, const double s[BOUNDS], double overlap)
{
    double work = work_of(c, s, overlap), start = s[BOUND_LATENCY] + s[BOUND_BARRIERS] > 0 ? c->start : 0;
    double us = 1e6 * (c->launch + start + work);
    return json_pack("{s:f s:f s:f s:s}", SIMT_TIME_KEY(us), us, "lo", us * c->lo, "hi", us * c->hi, "bound",
                     bound_names[work < c->launch ? BOUND_LAUNCH : most_of(s)]);
}
