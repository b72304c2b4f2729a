// bug_stopped.cu: a launch that is given up for its many errors has not timed out, although a block is still busy then.
// native no
// env SIMT_WORKERS=2
// expect-error out-of-bounds @beyond
// reports 1
// expect-exit 1
#include "t.h"

// Nothing in it calls the runtime, which stops it by a signal.
__attribute__((no_sanitize("thread"), no_sanitize_coverage)) __device__ __noinline__ int busy(int n)
{
    volatile int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i;
    return sum;
}
__global__ void far(int *a, int n)
{
    if (blockIdx.x == 0)
        a[0] = busy(n);
    else
        a[-(blockIdx.x * 100000ll)] = 1; //@beyond
}

int main()
{
    int *a = t_dev<int>(1);
    far<<<2000, 1>>>(a, 100 * 1000 * 1000);
    return t_end();
}
