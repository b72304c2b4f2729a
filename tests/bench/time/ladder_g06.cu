/* The kernels of g06-reductions, each once: `ladders` asks how long they take. */
#include "ref.cu"
#include "common.cuh"

int main()
{
    const long long n = 1 << 22;
    float *x = floats(n), *part = zeros(n), *out = zeros(1);
    unsigned *ticket = (unsigned *)zeros(1);
    RUN(sum_interleaved<<<n / 256, 256>>>(part, x, n));
    RUN(sum_sequential<<<n / 256, 256>>>(part, x, n));
    RUN(sum_first_add<<<n / 512, 256>>>(part, x, n));
    RUN(sum_total<<<BLOCKS, 256>>>(out, part, ticket, x, n));
}
