/* cudaProfiler.h: the driver API's names for the same. */
#ifndef __CUDA_PROFILER_H__
#define __CUDA_PROFILER_H__

#include "cuda.h"

static inline CUresult cuProfilerStart(void)
{
    return (CUresult)cudaProfilerStart();
}
static inline CUresult cuProfilerStop(void)
{
    return (CUresult)cudaProfilerStop();
}

#endif
