/* cuda_pipeline.h: cp.async through nvcuda::experimental::pipeline. */
#ifndef SIMT_CUDA_PIPELINE_H
#define SIMT_CUDA_PIPELINE_H

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "cuda_awbarrier.h"
#include "cuda_pipeline_primitives.h"

namespace nvcuda {
namespace experimental {

class pipeline {
  public:
    pipeline() = default;
    pipeline(const pipeline &) = delete;
    SIMT_LIB_METHOD size_t commit(SIMT_AT)
    {
        simt_cp_async_commit(simt_pc);
        return stage_++;
    }
    SIMT_LIB_METHOD void commit_and_wait(SIMT_AT)
    {
        simt_cp_async_commit(simt_pc);
        stage_++;
        simt_cp_async_wait(0, simt_pc);
    }
    /* All copies up to the one committed as `stage`. */
    SIMT_LIB_METHOD void wait(size_t stage, SIMT_AT)
    {
        simt_cp_async_wait(stage_ > stage ? (unsigned)(stage_ - stage - 1) : 0, simt_pc);
    }
    template <unsigned Prior> SIMT_LIB_METHOD void wait_prior(SIMT_AT) { simt_cp_async_wait(Prior, simt_pc); }
    SIMT_LIB_METHOD void arrive_on(awbarrier &b, SIMT_AT) { (void)b.arrive(simt_pc); }

  private:
    size_t stage_ = 0;
};

template <class T> SIMT_LIB_FN void memcpy_async(T &dst, const T &src, pipeline &, SIMT_AT)
{
    simt_lib_copy_shared_async((void *)&dst, (const void *)&src, sizeof(T), 0, 1, simt_pc);
}
template <class T> SIMT_LIB_FN void memcpy_async(T *dst, const T *src, size_t n, pipeline &, SIMT_AT)
{
    simt_lib_copy_shared_async((void *)dst, (const void *)src, n, 0, 1, simt_pc);
}

} // namespace experimental
} // namespace nvcuda

SIMT_HD_END

#endif
