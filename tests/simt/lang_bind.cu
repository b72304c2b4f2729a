// lang_bind.cu: auto [a, b] = s takes a struct apart by its members, which are the user's alone.
#include "t.h"

struct __align__(16) four {
    float x, y, z, w;
};
struct three {
    float x, y, z;
};
__device__ three noted(float x) { return { x, x + 1, x * x }; }
// expect take g_ld_req == 5
// expect take g_st_req == 4
__global__ void take(const four *a, three *o, float *p)
{
    int i = threadIdx.x;
    auto [x, y, z, w] = a[i];
    o[i] = noted(x + y + z + w);
    const auto &[u, v, q] = o[i];
    p[i] = v;
}

int main()
{
    four *a = (four *)t_dev<float>(128, [](int i) { return (float)i; });
    three *o = t_dev<three>(32);
    float *p = t_dev<float>(32);
    take<<<1, 32>>>(a, o, p);
    t_is("bound", p, 32, [](int i) { return 16.0f * i + 7; });
    return t_end();
}
