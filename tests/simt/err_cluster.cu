// err_cluster.cu: clusters of several blocks are refused by name; a cluster of one block is a block.
// native no
// expect-error api @launch
// expect-error api @attribute
#include "t.h"

__global__ void number(int *o) { o[blockIdx.x] = blockIdx.x; }
__global__ void __cluster_dims__(1, 1, 1) alone(int *o) { o[blockIdx.x] += 1; }

int main()
{
    int *o = t_dev<int>(4);
    cudaLaunchAttribute a[1];
    cudaLaunchConfig_t c = {};
    c.gridDim = 4;
    c.blockDim = 1;
    c.attrs = a;
    c.numAttrs = 1;
    a[0].id = cudaLaunchAttributeClusterDimension;
    a[0].val.clusterDim.x = a[0].val.clusterDim.y = a[0].val.clusterDim.z = 1;
    CK(cudaLaunchKernelEx(&c, number, o));
    a[0].val.clusterDim.x = 2;
    ERR(cudaLaunchKernelEx(&c, number, o), cudaErrorNotSupported); //@launch
    ERR(cudaFuncSetAttribute(number, cudaFuncAttributeRequiredClusterWidth, 2), cudaErrorNotSupported); //@attribute
    alone<<<4, 1>>>(o);
    t_is("numbers", o, 4, [](int i) { return i + 1; });
    ERR(cudaGetLastError(), cudaErrorNotSupported);
    return t_end();
}
