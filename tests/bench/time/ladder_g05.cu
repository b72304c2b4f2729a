/* The kernels of g05-ilp, each once: `ladders` asks how long they take. */
#include "ref.cu"
#include "common.cuh"

int main()
{
    const long long n = 1 << 22, few = 1 << 18;
    float *x = floats(n), *y = zeros(n);
    RUN(axpy_1<<<n / THREADS, THREADS>>>(y, x, 1.5f, 0, n));
    RUN(axpy_4<<<n / 4 / THREADS, THREADS>>>(y, x, 1.5f, 0, n));
    RUN(sum_1<<<264, THREADS>>>(y, x, n));
    RUN(sum_4<<<264, THREADS>>>(y, x, n));
    RUN(sum_16<<<264, THREADS>>>(y, x, n));
    RUN(poly_1<<<132, THREADS>>>(y, x, few));
    RUN(poly_4<<<132, THREADS>>>(y, x, few));
    RUN(poly_ahead<<<132, THREADS>>>(y, x, few));
}
