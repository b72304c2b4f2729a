// lib_curand.cu: cuRAND's numbers, in kernels and from the host: integers and uniforms are the library's bit
// for bit.
#include <curand.h>
#include <curand_kernel.h>
#include "t.h"

template <class S> __global__ void draws(unsigned *out, unsigned long long seed, unsigned long long first,
                                         unsigned long long offset)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    S s;
    curand_init(seed, first + t, offset, &s);
    for (int i = 0; i < 5; i++)
        out[5 * t + i] = curand(&s);
}

/* The state stays in global memory between two kernels. */
template <class S> __global__ void open(S *s) { curand_init(99, threadIdx.x, 0, &s[threadIdx.x]); }
template <class S> __global__ void next(S *s, float *f, double *d)
{
    int t = threadIdx.x;
    S local = s[t];
    f[t] = curand_uniform(&local);
    d[t] = curand_uniform_double(&local);
    skipahead(10, &local);
    f[t + 64] = curand_uniform(&local);
    s[t] = local;
}
template <class S> __global__ void normals(float *f, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    S s;
    curand_init(7, t, 0, &s);
    for (int i = t; i < n; i += gridDim.x * blockDim.x)
        f[i] = curand_normal(&s);
}
__global__ void four(float4 *f)
{
    curandStatePhilox4_32_10_t s;
    curand_init(5, threadIdx.x, 3, &s);
    f[threadIdx.x] = curand_uniform4(&s);
}

/* Hashes are of numbers that cuRAND 10 gave on a GPU. */
static void hash(const char *name, const void *d, size_t bytes, unsigned long long want)
{
    unsigned char *h = (unsigned char *)malloc(bytes);
    CK(cudaMemcpy(h, d, bytes, cudaMemcpyDeviceToHost));
    unsigned long long x = 1469598103934665603ull;
    for (size_t i = 0; i < bytes; i++)
        x = (x ^ h[i]) * 1099511628211ull;
    printf("%s %016llx\n", name, x);
    if (want && x != want) {
        printf("  wanted %016llx\n", want);
        t_bad++;
    }
    free(h);
}

/* Mean 0 and variance 1, within what n numbers allow. */
static void is_normal(const char *name, const float *d, int n)
{
    double sum = 0, square = 0;
    float *h = (float *)malloc(n * sizeof(float));
    CK(cudaMemcpy(h, d, n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        sum += h[i], square += (double)h[i] * h[i];
    free(h);
    printf("%s\n", name);
    EQ(fabs(sum / n) < 4 / sqrt(n), 1);
    EQ(fabs(square / n - 1) < 6 / sqrt(n), 1);
}

template <class S> static void in_kernels(const char *name)
{
    unsigned *u = t_dev<unsigned>(5 * 128);
    S *s = t_dev<S>(64);
    float *f = t_dev<float>(4096);
    double *d = t_dev<double>(64);
    printf("%s %d bytes\n", name, (int)sizeof(S));
    draws<S><<<2, 64>>>(u, 1234, 0, 0);
    hash("seed 1234", u, 5 * 128 * 4, 0);
    draws<S><<<2, 64>>>(u, 0x123456789abcdefull, 40, 100003);
    hash("subsequences from 40, offset 100003", u, 5 * 128 * 4, 0);
    open<<<1, 64>>>(s);
    next<<<1, 64>>>(s, f, d);
    next<<<1, 64>>>(s, f, d);
    hash("uniform", f, 128 * 4, 0);
    hash("uniform double", d, 64 * 8, 0);
    normals<S><<<4, 64>>>(f, 4096);
    is_normal("normal", f, 4096);
}

static void from_host(curandRngType_t type, const char *name, unsigned long long bits,
                      unsigned long long uniform, unsigned long long wide)
{
    const int n = 300000;
    unsigned *u = t_dev<unsigned>(2 * n);
    curandGenerator_t g;
    printf("%s\n", name);
    EQ(curandCreateGenerator(&g, type), CURAND_STATUS_SUCCESS);
    EQ(curandSetPseudoRandomGeneratorSeed(g, 1234), CURAND_STATUS_SUCCESS);
    EQ(curandGenerate(g, u, n), CURAND_STATUS_SUCCESS);
    hash("bits", u, n * 4, bits);
    EQ(curandGenerate(g, u, 100), CURAND_STATUS_SUCCESS);
    EQ(curandGenerate(g, u, 100), CURAND_STATUS_SUCCESS);
    hash("later", u, 400, 0);
    curandSetPseudoRandomGeneratorSeed(g, 1234);
    EQ(curandGenerateUniform(g, (float *)u, n), CURAND_STATUS_SUCCESS);
    hash("uniform", u, n * 4, uniform);
    curandSetPseudoRandomGeneratorSeed(g, 1234);
    curandSetGeneratorOffset(g, 5);
    EQ(curandGenerateUniform(g, (float *)u, 1000), CURAND_STATUS_SUCCESS);
    hash("from the sixth", u, 4000, 0);
    curandSetPseudoRandomGeneratorSeed(g, 1234);
    curandSetGeneratorOffset(g, 0);
    EQ(curandGenerateUniformDouble(g, (double *)u, n), CURAND_STATUS_SUCCESS);
    hash("uniform double", u, n * 8, wide);
    EQ(curandGenerateNormal(g, (float *)u, n, 0, 1), CURAND_STATUS_SUCCESS);
    is_normal("normal", (float *)u, n);
    EQ(curandGenerateNormal(g, (float *)u, 101, 0, 1),
       type == CURAND_RNG_PSEUDO_PHILOX4_32_10 ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LENGTH_NOT_MULTIPLE);
    EQ(curandDestroyGenerator(g), CURAND_STATUS_SUCCESS);
}

int main()
{
    in_kernels<curandStateXORWOW_t>("XORWOW");
    in_kernels<curandStatePhilox4_32_10_t>("Philox");
    in_kernels<curandStateMRG32k3a_t>("MRG32k3a");
    float4 *f = t_dev<float4>(32);
    four<<<1, 32>>>(f);
    hash("uniform4", f, 32 * 16, 0);
    from_host(CURAND_RNG_PSEUDO_DEFAULT, "XORWOW from the host", 0, 0, 0);
    from_host(CURAND_RNG_PSEUDO_PHILOX4_32_10, "Philox from the host", 0, 0, 0);
    from_host(CURAND_RNG_PSEUDO_MRG32K3A, "MRG32k3a from the host", 0, 0, 0);
    return t_end();
}
