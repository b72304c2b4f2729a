// bug_host.cu: mistakes on the host's side: pointers, lifetimes, launches, leaks.
// native no
#include <cassert>
#include "t.h"

__global__ void k(int *o) { o[threadIdx.x] = 1; }
__global__ void huge()
{
    extern __shared__ int s[];
    s[0] = 1;
}
__global__ void asserts(int n) { assert(n < 3); } //@assert

__constant__ int table[4] = {1, 2, 3, 4};
__device__ int counter, counts[4];
static __device__ int2 pair;
__managed__ int shared_by_both[4];
template <class T> __global__ void adds(T *o) { atomicAdd(o, 1); }
__global__ void launches()
{
    adds<<<1, 4>>>(&counter);
    k<<<1, 4>>>(counts);
}
__global__ void reads(const int *in, int *o) { o[threadIdx.x] = in[threadIdx.x]; }

static void run(const char *w, int *o)
{
    int h[64], *p = nullptr;
    // args clean
    if (!strcmp(w, "clean"))
        k<<<1, 32>>>(o);
    // args leak
    // expect-error leak @leak
    if (!strcmp(w, "leak"))
        cudaMalloc(&p, 1000); //@leak
    // args double_free
    // expect-error api|use-after-free|launch @df
    if (!strcmp(w, "double_free")) {
        CK(cudaMalloc(&p, 100));
        CK(cudaFree(p));
        cudaFree(p); //@df
        cudaGetLastError();
    }
    // args copy_too_much
    // expect-error out-of-bounds|api @ctm
    if (!strcmp(w, "copy_too_much")) {
        static int big[2000];
        cudaMemcpy(o, big, 1001 * sizeof(int), cudaMemcpyHostToDevice); //@ctm
        cudaGetLastError();
    }
    // args copy_wrong_way
    // expect-error * @cww
    if (!strcmp(w, "copy_wrong_way")) {
        cudaMemcpy(h, o, sizeof h, cudaMemcpyHostToDevice); //@cww
        cudaGetLastError();
    }
    // args too_many_threads
    // expect-error launch|api @tmt
    if (!strcmp(w, "too_many_threads"))
        k<<<1, 1025>>>(o); //@tmt
    // args too_much_shared
    // expect-error launch|api @tms
    if (!strcmp(w, "too_much_shared"))
        huge<<<1, 1, 300000>>>(); //@tms
    // args empty_grid
    // expect-error launch|api @eg
    if (!strcmp(w, "empty_grid"))
        k<<<0, 32>>>(o); //@eg
    // args device_on_host
    // expect-error device-pointer @doh
    // expect-exit *
    if (!strcmp(w, "device_on_host"))
        h[0] = o[3]; //@doh
    // args device_write_on_host
    // expect-error device-pointer @dwh
    // expect-exit *
    if (!strcmp(w, "device_write_on_host"))
        o[3] = 7; //@dwh
    // args assert_fails
    // expect-error assert @assert
    if (!strcmp(w, "assert_fails"))
        asserts<<<1, 4>>>(3);
    // args constant_by_name
    // expect-error host-pointer @cbn
    // reports 1
    if (!strcmp(w, "constant_by_name"))
        reads<<<1, 4>>>(table, o); //@cbn
    // args constant_by_address
    // reports 0
    if (!strcmp(w, "constant_by_address") && !cudaGetSymbolAddress((void **)&p, table))
        reads<<<1, 4>>>(p, o);
    // args counter_by_address
    // expect-error host-pointer @cba
    // reports 1
    if (!strcmp(w, "counter_by_address"))
        k<<<1, 1>>>(&counter); //@cba
    // args template_by_address
    // expect-error host-pointer @tba
    // reports 1
    if (!strcmp(w, "template_by_address"))
        adds<<<1, 4>>>(&counts[1]); //@tba
    // args array_to_change
    // expect-error host-pointer @atc
    // reports 1
    if (!strcmp(w, "array_to_change"))
        k<<<1, 4>>>(counts); //@atc
    // args array_of_template
    // expect-error host-pointer @aot
    // reports 1
    if (!strcmp(w, "array_of_template"))
        adds<int><<<1, 4>>>(counts); //@aot
    // args names_that_are_right
    // reports 0
    if (!strcmp(w, "names_that_are_right")) {
        int *counter = o, counts = 3, *table[1] = {o};
        k<<<1, 1>>>(counter);
        k<<<1, 1>>>(&counter[counts]);
        k<<<1, 1>>>(*&table[0]);
        k<<<1, 4>>>(shared_by_both);
        adds<<<1, 4>>>(&shared_by_both[2]);
        if (!cudaGetSymbolAddress((void **)&p, pair))
            adds<<<1, 4>>>(p);
        launches<<<1, 1>>>();
        reads<<<1, 4>>>(o, &o[8]);
    }
    (void)h;
}

int main(int argc, char **argv)
{
    int *o;
    CK(cudaMalloc(&o, 1000 * sizeof(int)));
    CK(cudaMemset(o, 0, 1000 * sizeof(int)));
    run(argc > 1 ? argv[1] : "", o);
    cudaDeviceSynchronize();
    cudaGetLastError();
    cudaFree(o);
    puts("ok");
    return 0;
}
