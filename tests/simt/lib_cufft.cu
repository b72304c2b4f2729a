// cuFFT: sizes with small and large prime factors, both directions, real data, two dimensions, batches with
// strides.
#include <complex>
#include <vector>
#include <cufft.h>
#include "t.h"

typedef std::complex<double> Z;

static std::vector<Z> slow(const std::vector<Z> &x, int sign)
{
    size_t n = x.size();
    std::vector<Z> r(n);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            r[k] += x[i] * std::polar(1.0, sign * 2 * M_PI * (double)(k * i % n) / (double)n);
    return r;
}

static double distance(const float *got, const std::vector<Z> &want)
{
    double worst = 0;
    for (size_t i = 0; i < want.size(); i++)
        worst = fmax(worst, std::abs(Z(got[2 * i], got[2 * i + 1]) - want[i]));
    return worst;
}

template <class T> static T *managed(size_t n)
{
    T *p;
    CK(cudaMallocManaged(&p, n * sizeof(T)));
    return p;
}

static void one_dimension(int n, int sign)
{
    float *x = managed<float>(2 * n);
    std::vector<Z> z(n);
    for (int i = 0; i < n; i++)
        z[i] = Z((i * 7 + 3) % 11 - 5, (i * 5 + 1) % 7 - 3), x[2 * i] = z[i].real(),
        x[2 * i + 1] = z[i].imag();
    cufftHandle plan;
    EQ(cufftPlan1d(&plan, n, CUFFT_C2C, 1), CUFFT_SUCCESS);
    EQ(cufftExecC2C(plan, (cufftComplex *)x, (cufftComplex *)x, sign), CUFFT_SUCCESS);
    CK(cudaDeviceSynchronize());
    EQ(distance(x, slow(z, sign)) < 1e-4 * n, 1);
    EQ(cufftDestroy(plan), CUFFT_SUCCESS);
    CK(cudaFree(x));
}

static void real_data(int n, int batch)
{
    int half = n / 2 + 1;
    float *x = managed<float>(n * batch), *y = managed<float>(2 * half * batch),
          *back = managed<float>(n * batch);
    for (int i = 0; i < n * batch; i++)
        x[i] = (i * 13 + 5) % 17 - 8;
    cufftHandle plan, inverse;
    EQ(cufftPlan1d(&plan, n, CUFFT_R2C, batch), CUFFT_SUCCESS);
    EQ(cufftPlan1d(&inverse, n, CUFFT_C2R, batch), CUFFT_SUCCESS);
    EQ(cufftExecR2C(plan, x, (cufftComplex *)y), CUFFT_SUCCESS);
    CK(cudaDeviceSynchronize());
    for (int b = 0; b < batch; b++) {
        std::vector<Z> z(x + b * n, x + b * n + n), want = slow(z, -1);
        want.resize(half);
        EQ(distance(y + 2 * half * b, want) < 1e-3, 1);
    }
    EQ(cufftExecC2R(inverse, (cufftComplex *)y, back), CUFFT_SUCCESS);
    CK(cudaDeviceSynchronize());
    double worst = 0;
    for (int i = 0; i < n * batch; i++)
        worst = fmax(worst, fabs(back[i] / n - x[i]));
    EQ(worst < 1e-4, 1);
    cufftDestroy(plan);
    cufftDestroy(inverse);
    CK(cudaFree(x));
    CK(cudaFree(y));
    CK(cudaFree(back));
}

static void two_dimensions(void)
{
    const int nx = 6, ny = 10;
    double *x = managed<double>(2 * nx * ny);
    std::vector<Z> z(nx * ny), want(nx * ny);
    for (int i = 0; i < nx * ny; i++)
        z[i] = Z(i % 5, i % 3), x[2 * i] = z[i].real(), x[2 * i + 1] = z[i].imag();
    for (int a = 0; a < nx; a++)
        for (int b = 0; b < ny; b++)
            for (int i = 0; i < nx; i++)
                for (int j = 0; j < ny; j++)
                    want[a * ny + b] +=
                        z[i * ny + j] *
                        std::polar(1.0, -2 * M_PI * (a * i / (double)nx + b * j / (double)ny));
    cufftHandle plan;
    EQ(cufftPlan2d(&plan, nx, ny, CUFFT_Z2Z), CUFFT_SUCCESS);
    EQ(cufftExecZ2Z(plan, (cufftDoubleComplex *)x, (cufftDoubleComplex *)x, CUFFT_FORWARD), CUFFT_SUCCESS);
    CK(cudaDeviceSynchronize());
    double worst = 0;
    for (int i = 0; i < nx * ny; i++)
        worst = fmax(worst, std::abs(Z(x[2 * i], x[2 * i + 1]) - want[i]));
    EQ(worst < 1e-10, 1);
    cufftDestroy(plan);
    CK(cudaFree(x));
}

/* Columns of a matrix: elements n apart, transforms 1 apart. */
static void strided(void)
{
    const int n = 8, count = 5;
    float *x = managed<float>(2 * n * count);
    for (int i = 0; i < 2 * n * count; i++)
        x[i] = (i * 3) % 10;
    std::vector<std::vector<Z>> want;
    for (int c = 0; c < count; c++) {
        std::vector<Z> z(n);
        for (int i = 0; i < n; i++)
            z[i] = Z(x[2 * (i * count + c)], x[2 * (i * count + c) + 1]);
        want.push_back(slow(z, 1));
    }
    int size = n, embed = n;
    cufftHandle plan;
    EQ(cufftPlanMany(&plan, 1, &size, &embed, count, 1, &embed, count, 1, CUFFT_C2C, count), CUFFT_SUCCESS);
    EQ(cufftExecC2C(plan, (cufftComplex *)x, (cufftComplex *)x, CUFFT_INVERSE), CUFFT_SUCCESS);
    CK(cudaDeviceSynchronize());
    double worst = 0;
    for (int c = 0; c < count; c++)
        for (int i = 0; i < n; i++)
            worst = fmax(worst, std::abs(Z(x[2 * (i * count + c)], x[2 * (i * count + c) + 1]) - want[c][i]));
    EQ(worst < 1e-4, 1);
    cufftDestroy(plan);
    CK(cudaFree(x));
}

int main()
{
    for (int n : {1, 2, 4, 12, 17, 30, 64, 101, 1000})
        one_dimension(n, n % 3 ? CUFFT_FORWARD : CUFFT_INVERSE);
    real_data(16, 3);
    real_data(15, 2);
    two_dimensions();
    strided();
    return t_end();
}
