/*
 * api_error.c: error codes. A thread has its last error, which cudaGetLastError() clears. An error of a
 * kernel that ran (illegal address, assert, launch failure, ...) loses the context: every later call that
 * needs it returns the error, and makes it the last error again, until cudaDeviceReset(). The host learns of
 * it when it next synchronises or calls anything else than a launch.
 */
#define _GNU_SOURCE
#include "api.h"

#include <pthread.h>
#include <stdarg.h>

RT_LOCAL struct api_call api_call;
RT_LOCAL int api_in_callback;
uint64_t api_calls;
static RT_LOCAL int last_error;
static int lost, lost_known; /* the context's error; whether a call has returned it */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static RT_LOCAL int depth; /* calls of this thread that hold the lock */

void api_fail(cudaError_t e)
{
    if (!lost)
        lost = e;
}

cudaError_t api_see(void)
{
    lost_known = lost;
    return (cudaError_t)lost_known;
}

int api_sticky(void)
{
    return lost;
}

void api_reset_error(void)
{
    lost = lost_known = 0;
}

cudaError_t api_begin(const char *call, uintptr_t pc)
{
    if (simt_hot.cur) { /* the lock may be held by the thread that waits for this kernel */
        error_addf("api", pc, "%s called in a kernel: only the host part of the runtime API is emulated",
                   call);
        return cudaErrorNotSupported;
    }
    simt_start();
    __atomic_add_fetch(&api_calls, 1, __ATOMIC_RELAXED);
    pthread_mutex_lock(&lock);
    if (depth++ == 0)
        api_call = (struct api_call){call, pc};
    if (api_in_callback) /* CUDA's rule: it would wait for itself */
        return api_bad(cudaErrorNotPermitted,
                       "the call comes from a function that a stream runs (cudaLaunchHostFunc)");
    return api_see();
}

cudaError_t api_begin_any(const char *call, uintptr_t pc)
{
    cudaError_t e = api_begin(call, pc);
    return e == cudaErrorNotSupported && simt_hot.cur ? e : cudaSuccess;
}

int api_release(void)
{
    int had = depth;
    depth = 0;
    for (int i = 0; i < had; i++)
        pthread_mutex_unlock(&lock);
    return had;
}

void api_retake(int had)
{
    for (int i = 0; i < had; i++)
        pthread_mutex_lock(&lock);
    depth = had;
}

cudaError_t api_end(cudaError_t e)
{
    if (simt_hot.cur)
        return e;
    if (depth) {
        depth--;
        pthread_mutex_unlock(&lock);
    }
    if (e != cudaSuccess && e != cudaErrorNotReady) /* not ready is an answer, no error */
        last_error = e;
    return e;
}

cudaError_t api_bad(cudaError_t e, const char *format, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, format);
    vsnprintf(text, sizeof text, format, ap);
    va_end(ap);
    error_addf("api", api_call.pc, "%s: %s", api_call.name ? api_call.name : "CUDA", text);
    return e;
}

cudaError_t cudaGetLastError(void)
{
    if (simt_hot.cur)
        return cudaSuccess;
    cudaError_t e = (cudaError_t)last_error;
    last_error = 0;
    return e;
}

cudaError_t cudaPeekAtLastError(void)
{
    if (simt_hot.cur)
        return cudaSuccess;
    return (cudaError_t)last_error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch ((int)error) {
#define SIMT_ERROR(number, name, text)                                                               \
    case number:                                                                                     \
        return #name;
#include "runner/simt/include/simt/errors.h"
#undef SIMT_ERROR
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch ((int)error) {
#define SIMT_ERROR(number, name, text)                                                               \
    case number:                                                                                     \
        return text;
#include "runner/simt/include/simt/errors.h"
#undef SIMT_ERROR
    }
    return "unrecognized error code";
}
