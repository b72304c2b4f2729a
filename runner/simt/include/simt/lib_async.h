/* simt/lib_async.h: cp.async for the library headers: whole buffers, shared out among the threads of a group.
 */
#ifndef SIMT_LIB_ASYNC_H
#define SIMT_LIB_ASYNC_H

#include "lib.h"

/* One thread's part of a copy by `count` threads. The widest of 16, 8 and 4 bytes that the pointers allow;
 * what is left over, and every copy that is not from global into shared memory, is done by plain accesses. */
SIMT_QUIET static inline void simt_lib_copy_shared_async(void *dst, const void *src, size_t n, unsigned rank,
                                                         unsigned count, uintptr_t pc)
{
    char *d = (char *)dst;
    const char *s = (const char *)src;
    uintptr_t at = (uintptr_t)d | (uintptr_t)s;
    unsigned step = at % 16 == 0 ? 16 : at % 8 == 0 ? 8 : at % 4 == 0 ? 4 : 0;
    if (step && simt_in_shared(d) && !simt_in_shared(s)) {
        size_t whole = n / step;
        for (size_t i = rank; i < whole; i += count)
            simt_cp_async(d + i * step, s + i * step, step, step, pc);
        if (n % step && rank == whole % count)
            simt_lib_copy(d + whole * step, s + whole * step, n % step, pc);
        return;
    }
    if (!step)
        step = at % 2 == 0 ? 2 : 1;
    for (size_t i = rank; i * step < n; i += count)
        simt_lib_copy(d + i * step, s + i * step, n - i * step < step ? n - i * step : step, pc);
}

#endif
