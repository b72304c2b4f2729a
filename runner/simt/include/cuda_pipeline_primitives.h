/* cuda_pipeline_primitives.h: cp.async by hand. The copy lands at the wait that covers it, not before. */
#ifndef SIMT_CUDA_PIPELINE_PRIMITIVES_H
#define SIMT_CUDA_PIPELINE_PRIMITIVES_H

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "simt/lib_async.h"

SIMT_LIB_FN void __pipeline_memcpy_async(void *dst_shared, const void *src_global, size_t size,
                                         size_t zfill = 0, SIMT_AT)
{
    simt_cp_async(dst_shared, src_global, (unsigned)size, (unsigned)(size - zfill), simt_pc);
}
SIMT_LIB_FN void __pipeline_commit(SIMT_AT) { simt_cp_async_commit(simt_pc); }
SIMT_LIB_FN void __pipeline_wait_prior(size_t groups, SIMT_AT)
{
    simt_cp_async_wait((unsigned)groups, simt_pc);
}

SIMT_HD_END

#endif
