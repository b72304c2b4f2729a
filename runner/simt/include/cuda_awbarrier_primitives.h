/* cuda_awbarrier_primitives.h: mbarrier objects by function. */
#ifndef SIMT_CUDA_AWBARRIER_PRIMITIVES_H
#define SIMT_CUDA_AWBARRIER_PRIMITIVES_H

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "simt/lib.h"
#include "simt/lib_abi.h"

typedef uint64_t __mbarrier_t;
typedef uint64_t __mbarrier_token_t;

SIMT_LIB_FN uint32_t __mbarrier_maximum_count() { return (1u << 20) - 1; }
SIMT_LIB_FN void __mbarrier_init(__mbarrier_t *b, uint32_t count, SIMT_AT)
{
    simt_mbarrier_init(b, count, simt_pc);
}
SIMT_LIB_FN void __mbarrier_inval(__mbarrier_t *) {}
SIMT_LIB_FN __mbarrier_token_t __mbarrier_arrive(__mbarrier_t *b, SIMT_AT)
{
    simt_cp_async_wait(~0u, simt_pc);
    return simt_mbarrier_arrive(b, 1, 0, simt_pc);
}
SIMT_LIB_FN __mbarrier_token_t __mbarrier_arrive_and_drop(__mbarrier_t *b, SIMT_AT)
{
    simt_cp_async_wait(~0u, simt_pc);
    return simt_mbarrier_arrive(b, 1, 1, simt_pc);
}
SIMT_LIB_FN bool __mbarrier_test_wait(__mbarrier_t *b, __mbarrier_token_t token, SIMT_AT)
{
    return simt_mbarrier_test(b, (unsigned)token, simt_pc);
}
SIMT_LIB_FN bool __mbarrier_test_wait_parity(__mbarrier_t *b, bool phase, SIMT_AT)
{
    return simt_mbarrier_test(b, phase, simt_pc);
}
SIMT_LIB_FN bool __mbarrier_try_wait(__mbarrier_t *b, __mbarrier_token_t token, uint32_t, SIMT_AT)
{
    return simt_mbarrier_test(b, (unsigned)token, simt_pc);
}
SIMT_LIB_FN bool __mbarrier_try_wait_parity(__mbarrier_t *b, bool phase, uint32_t, SIMT_AT)
{
    return simt_mbarrier_test(b, phase, simt_pc);
}

SIMT_HD_END

#endif
