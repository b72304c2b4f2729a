// bug_cast.cu: a float that its integer cannot hold is nearest to it on a GPU, and something else here: that is told.
// native no
#include "t.h"

// args to_unsigned
// expect-error float-cast @u
// expect-exit 0
__global__ void to_unsigned(unsigned *o, float x)
{
    o[threadIdx.x] = (unsigned)(x * 16); //@u
}
// a negative one is 0 there, and so is what no number is
// args negative
// expect-error float-cast @neg|@nan
// expect-exit 0
__global__ void negative(unsigned *o, float x)
{
    o[threadIdx.x] = -x;              //@neg
    o[threadIdx.x] += (int)(x * INFINITY * 0); //@nan
}
// args to_long
// expect-error float-cast @l
// expect-exit 0
__global__ void to_long(unsigned *o, double x)
{
    o[threadIdx.x] = (unsigned)((long long)(x * x * x) >> 62); //@l
}
// alike on both: the lowest int, the low byte of an int, and all that fits
// args alike
// expect-exit 0
__global__ void alike(unsigned *o, float x)
{
    int lowest = (int)(-x * 32);
    unsigned char low = (unsigned char)(x / 268435456 + 300);
    o[threadIdx.x] = (unsigned)lowest + low + (unsigned)x + __float2uint_rz(x * 32);
}

int main(int argc, char **argv)
{
    const char *w = argc > 1 ? argv[1] : "";
    unsigned *o = t_dev<unsigned>(32);
#define CASE(name) if (!strcmp(w, #name)) name<<<1, 32>>>(o, 268435456.f);
    CASE(to_unsigned) CASE(negative) CASE(to_long) CASE(alike)
    return t_end();
}
