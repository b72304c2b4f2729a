/* Two kernels of g03-divergence, each by its three rungs: `ladders` asks how long they take. */
#include "lab.h"

#define mix_branch naive_mix_branch
#define mix_pairs naive_mix_pairs
#define first_above naive_first_above
#define walk_binned naive_walk_binned
#define compact naive_compact
namespace naive {
#include "naive.cu"
}
#undef mix_branch
#undef mix_pairs
#undef first_above
#undef walk_binned
#undef compact
namespace ref {
#include "ref.cu"
}
#define mix_branch opt_mix_branch
#define mix_pairs opt_mix_pairs
#define first_above opt_first_above
#define walk_binned opt_walk_binned
#define compact opt_compact
namespace opt {
#include "opt.cu"
}
#undef mix_branch
#undef mix_pairs
#undef first_above
#undef walk_binned
#undef compact
#include "common.cuh"

int main()
{
    enum { R = 16384, C = 256, N = 1 << 20 };
    float *x = floats(R * C);
    float *limit = filled<float>(R, [](size_t r) { return 1 - (float)(mix((unsigned)r) % 1000 + 4) / 128000; });
    int *steps = filled<int>(N, [](size_t i) { return (int)(mix((unsigned)i) % BINS); });
    int *y = (int *)zeros(N);
    RUN(naive::naive_first_above<<<R / 256, 256>>>(y, x, limit, R, C));
    RUN(ref::first_above<<<R / 256, 256>>>(y, x, limit, R, C));
    RUN(opt::opt_first_above<<<R / 256, 256>>>(y, x, limit, R, C));
    RUN(naive::naive_walk_binned<<<N / TILE, TILE>>>((unsigned *)y, (unsigned *)x, steps, N));
    RUN(ref::walk_binned<<<N / TILE, TILE>>>((unsigned *)y, (unsigned *)x, steps, N));
    RUN(opt::opt_walk_binned<<<N / TILE, TILE>>>((unsigned *)y, (unsigned *)x, steps, N));
}
