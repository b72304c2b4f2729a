/* core_peak.c: see core_peak.h. */
#define _GNU_SOURCE
#include "core_peak.h"

#include <stdint.h>
#include <stdio.h>

#include "runner/base/util.h"

enum { ADDS = 1 << 18, TRIES = 8 };

#if defined __x86_64__
/* An add of two registers waits for the one before, and takes a cycle: the shortest of a few tries is the clock. Of
 * adds of a constant Golden Cove does several a cycle while it renames registers, of which 21.8 GHz was measured. */
static double measured_Hz(void)
{
    double best = 1;
    uint64_t one = 1;
    for (int k = 0; k < TRIES; k++) {
        uint64_t x = 0;
        double t0 = util_now();
        for (int i = 0; i < ADDS / 8; i++)
            __asm__ volatile("add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\t"
                             "add %1, %0\n\tadd %1, %0\n\tadd %1, %0\n\tadd %1, %0"
                             : "+r"(x)
                             : "r"(one));
        double t = util_now() - t0;
        best = t < best ? t : best;
    }
    return ADDS / best;
}

/* What the kernel says of the fastest clock that this core may have; 0: nothing, as in most virtual machines. */
static double stated_Hz(void)
{
    double kHz = 0;
    FILE *f = fopen("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", "re");
    if (f && fscanf(f, "%lf", &kHz) != 1)
        kHz = 0;
    if (f)
        fclose(f);
    return kHz * 1e3;
}

/* How many bytes the widest vectors of this CPU have. */
static int width(void)
{
    return __builtin_cpu_supports("avx512f") ? 64 : __builtin_cpu_supports("avx2") ? 32 : 16;
}

static struct core_peak find(void)
{
    double Hz = measured_Hz(), stated = stated_Hz();
    Hz = stated > Hz ? stated : Hz;
    /* two multiply-adds a cycle, four loads and stores: more than any x86 core has issued so far */
    return (struct core_peak){ Hz, Hz * 2 * 2 * width() / 4, Hz * 4 * width() };
}
#else
static struct core_peak find(void)
{
    return (struct core_peak){ 0, 0, 0 };
}
#endif

struct core_peak core_peak(void)
{
    static struct core_peak known;
    static int asked;
    if (!asked)
        known = find();
    asked = 1;
    return known;
}
