/* cuda_awbarrier.h: nvcuda::experimental::awbarrier. */
#ifndef SIMT_CUDA_AWBARRIER_H
#define SIMT_CUDA_AWBARRIER_H

#include "simt/hd.h"

SIMT_HD_BEGIN

#include "cuda_awbarrier_primitives.h"

namespace nvcuda {
namespace experimental {

class awbarrier {
  public:
    class arrival_token {
      public:
        arrival_token() = default;
        SIMT_LIB_METHOD explicit arrival_token(uint64_t t) : token_(t) {}
        SIMT_LIB_METHOD uint32_t pending_count() const { return 0; }
        uint64_t token_ = 0;
    };
    awbarrier() = default;
    static SIMT_LIB_METHOD uint32_t max() { return __mbarrier_maximum_count(); }
    SIMT_LIB_METHOD arrival_token arrive(SIMT_AT)
    {
        return arrival_token(__mbarrier_arrive(&word_, simt_pc));
    }
    SIMT_LIB_METHOD arrival_token arrive_and_drop(SIMT_AT)
    {
        return arrival_token(__mbarrier_arrive_and_drop(&word_, simt_pc));
    }
    SIMT_LIB_METHOD bool timed_wait(arrival_token t, uint32_t, SIMT_AT)
    {
        return simt_mbarrier_test(&word_, (unsigned)t.token_, simt_pc);
    }
    SIMT_LIB_METHOD void wait(arrival_token t, SIMT_AT)
    {
        simt_mbarrier_wait(&word_, (unsigned)t.token_, simt_pc);
    }
    SIMT_LIB_METHOD void arrive_and_wait(SIMT_AT) { wait(arrive(simt_pc), simt_pc); }
    friend SIMT_LIB_METHOD void init(awbarrier *b, uint32_t count, SIMT_AT)
    {
        simt_mbarrier_init(&b->word_, count, simt_pc);
    }

  private:
    alignas(8) uint64_t word_;
};

} // namespace experimental
} // namespace nvcuda

SIMT_HD_END

#endif
