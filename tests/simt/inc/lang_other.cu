// lang_other.cu: the second source of lang_include.cu, with a kernel and a constant of the same names as others.
#include "lang_part.h"
namespace {
__constant__ int header_offset = 1;
}
__global__ static void other(int *o, int v) { o[threadIdx.x] = threadIdx.x * v + header_offset; }
void other_run(int *o, int v) { other<<<1, 32>>>(o, v); }
