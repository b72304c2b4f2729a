// bug_cufft.cu: cuFFT's callbacks are refused by name, and the transform without them goes on.
// native no
// expect-error api @set
// expect-error api @shared
#include <cufftXt.h>
#include "t.h"

__device__ cufftComplex doubled(void *in, size_t i, void *, void *)
{
    cufftComplex c = ((cufftComplex *)in)[i];
    return make_cuComplex(2 * c.x, 2 * c.y);
}
__device__ cufftCallbackLoadC doubled_at = doubled;

int main()
{
    cufftComplex *x = t_dev<cufftComplex>(8, [](int) { return make_cuComplex(1, 0); });
    cufftHandle plan;
    cufftCallbackLoadC load;
    EQ(cufftPlan1d(&plan, 8, CUFFT_C2C, 1), CUFFT_SUCCESS);
    CK(cudaMemcpyFromSymbol(&load, doubled_at, sizeof load));
    EQ(cufftXtSetCallback(plan, (void **)&load, CUFFT_CB_LD_COMPLEX, nullptr), CUFFT_NOT_IMPLEMENTED); //@set
    EQ(cufftXtSetCallbackSharedSize(plan, CUFFT_CB_LD_COMPLEX, 64), CUFFT_NOT_IMPLEMENTED); //@shared
    EQ(cufftExecC2C(plan, x, x, CUFFT_FORWARD), CUFFT_SUCCESS);
    EQ(t_get(x).x, 8);
    EQ(cufftDestroy(plan), CUFFT_SUCCESS);
    return t_end();
}
