/* lib_space.c: which memory an address is in, for __isShared() and the libraries that choose a path by it. */
#include "runner/simt/rt/rt.h"
#include "runner/simt/rt/shadow/shadow.h"

extern const char __start_simt_const[] __attribute__((weak));
extern const char __stop_simt_const[] __attribute__((weak));

int simt_space(const void *p)
{
    uintptr_t a = (uintptr_t)p;
    const struct worker *w = simt_worker;

    if (w && a - w->shared_lo < w->shared_size)
        return SPACE_SHARED;
    if (w && simt_hot.cur && simt_current.cluster > 1 && cluster_owner(w, a))
        return SPACE_SHARED; /* to the device's isspacep it is shared::cluster */
    if (a - simt_heap_lo < simt_heap_hi - simt_heap_lo)
        return SPACE_GLOBAL;
    if (a >= (uintptr_t)__start_simt_const && a < (uintptr_t)__stop_simt_const)
        return SPACE_CONST;
    if (simt_hot.cur && simt_hot.cur->stack && a - (uintptr_t)simt_hot.cur->stack < simt_config.stack)
        return SPACE_LOCAL;
    return heap_find(a) ? SPACE_GLOBAL : SPACE_HOST;
}
