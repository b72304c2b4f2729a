// err_sticky.cu: errors that end a context: every later call returns them.
#include <cassert>
#include "t.h"

__global__ void far(int *p) { p[(long long)threadIdx.x << 40] = 1; } //@far
__global__ void null(int *p) { *p = 1; }                             //@null
__global__ void asserts(int x) { assert(x > (int)threadIdx.x); }     //@assert
__global__ void traps() { __trap(); }                                //@trap
__global__ void odd(char *p) { *(int *)(p + 1) = 1; }                //@odd
__global__ void fine() {}

// The rest is the same for every kind. A run has one, since nothing works after it.
// allow-error leak
// allow-error api
// args far
// expect-error * @far
// args null
// expect-error null|illegal-address|out-of-bounds @null
// args assert
// expect-error assert @assert
// args trap
// expect-error trap @trap
// args odd
// expect-error misaligned @odd
int main(int argc, char **argv)
{
    const char *which = argc > 1 ? argv[1] : "far", *want = "cudaErrorIllegalAddress";
    int *o;
    CK(cudaMalloc(&o, 4096));
    if (!strcmp(which, "far"))
        far<<<1, 32>>>(o);
    if (!strcmp(which, "null"))
        null<<<1, 1>>>(nullptr);
    if (!strcmp(which, "assert"))
        asserts<<<1, 8>>>(5), want = "cudaErrorAssert";
    if (!strcmp(which, "trap"))
        traps<<<1, 1>>>(), want = "cudaErrorLaunchFailure";
    if (!strcmp(which, "odd"))
        odd<<<1, 1>>>((char *)o), want = "cudaErrorMisalignedAddress";
    // the launch itself succeeded; waiting tells
    TEXT(cudaGetErrorName(cudaDeviceSynchronize()), want);
    TEXT(cudaGetErrorName(cudaGetLastError()), want);
    printf("again: %s\n", cudaGetErrorName(cudaGetLastError()));
    fine<<<1, 1>>>();
    TEXT(cudaGetErrorName(cudaGetLastError()), want);
    TEXT(cudaGetErrorName(cudaMalloc(&o, 16)), want);
    TEXT(cudaGetErrorName(cudaMemcpy(&argc, o, 4, cudaMemcpyDeviceToHost)), want);
    puts(t_bad ? "FAIL" : "ok");
    fflush(stdout);
    _Exit(t_bad != 0);
}
