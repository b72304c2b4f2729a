/* device_registers.c: special registers of the running lane that take more than its indices. */
#include "runner/simt/rt/rt.h"

#include "runner/simt/include/simt/library.h"

uintptr_t simt_shared_window(void)
{
    return simt_worker ? simt_worker->shared_lo : 0;
}

unsigned simt_nsmid(void)
{
    return (unsigned)api_device()->sms;
}

/* Blocks go round the multiprocessors, whatever host thread runs them. */
unsigned simt_smid(void)
{
    return simt_worker ? (unsigned)(simt_worker->block % simt_nsmid()) : 0;
}

/* Nanoseconds of the virtual clock. */
unsigned long long simt_globaltimer(void)
{
    return simt_clock() * 1000000ull / (unsigned)api_device()->clock_kHz;
}

unsigned simt_dynamic_smem_size(void)
{
    return (unsigned)simt_current.in.smem;
}
