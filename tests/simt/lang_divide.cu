// lang_divide.cu: an integer division by zero traps nowhere: it gives a value that CUDA leaves open.
// allow-error *
#include "t.h"

__global__ void divide(const int *b, int *o)
{
    int q = 1000 / b[threadIdx.x], r = 1000 % b[threadIdx.x];
    o[threadIdx.x] = b[threadIdx.x] ? q * 10000 + r : -1;
}

int main()
{
    int *b = t_dev<int>(32, [](int i) { return i - 7; }), *o = t_dev<int>(32);
    divide<<<1, 32>>>(b, o);
    t_is("quotients", o, 32, [](int i) { return i == 7 ? -1 : 1000 / (i - 7) * 10000 + 1000 % (i - 7); });
    return t_end();
}
