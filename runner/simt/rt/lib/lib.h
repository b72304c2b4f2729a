/* lib.h: how the libraries (lib_cublas.c, lib_curand.c, lib_cufft.c) reach streams and device memory. */
#ifndef SIMT_RT_LIB_H
#define SIMT_RT_LIB_H

#include "runner/simt/rt/api/api.h"

/* Work of a library in the order of a stream: fn(copy of args), later or at once as api_queue.c has it.
 * `seconds`: its time on the virtual clock. */
cudaError_t lib_submit(cudaStream_t stream, void (*fn)(void *args), const void *args, size_t size,
                       double seconds, uintptr_t pc);
cudaError_t lib_wait(cudaStream_t stream);

/* From fn: whether [p, p + n) is memory that the device can reach. If not it reports what `what` (as
 * "cublasSgemm: A") was wrong, and the context is lost, as on a device. What is written counts as
 * initialised. */
int lib_reads(const char *what, const void *p, size_t n);
int lib_writes(const char *what, void *p, size_t n);

/* Runs fn(arg, i) for i in 0..n-1 over the host's processors. */
void lib_parallel(unsigned n, void (*fn)(void *arg, unsigned i), void *arg);
unsigned lib_processors(void);

#endif
