// api_pointers.cu: what the runtime knows of a pointer; which directions and ranges a copy may have.
// allow-error api
#include "t.h"

__device__ int symbol[16];
__managed__ int managed_symbol;
__constant__ float constants[8];

static int type_of(const void *p)
{
    cudaPointerAttributes a;
    CK(cudaPointerGetAttributes(&a, p));
    return a.type;
}
static const cudaMemcpyKind H2H = cudaMemcpyHostToHost, H2D = cudaMemcpyHostToDevice, D2H = cudaMemcpyDeviceToHost,
                            D2D = cudaMemcpyDeviceToDevice;

int main()
{
    char *d, *h = (char *)malloc(1 << 20), *pin, *man;
    void *at;
    CK(cudaMalloc(&d, 1000));
    CK(cudaMallocHost(&pin, 100));
    CK(cudaMallocManaged(&man, 100));
    EQ(type_of(h), cudaMemoryTypeUnregistered);
    EQ(type_of(nullptr), cudaMemoryTypeUnregistered);
    EQ(type_of(d + 999), cudaMemoryTypeDevice);
    EQ(type_of(pin + 3), cudaMemoryTypeHost);
    EQ(type_of(man + 3), cudaMemoryTypeManaged);
    CK(cudaGetSymbolAddress(&at, symbol));
    EQ(type_of(at), cudaMemoryTypeDevice);
    CK(cudaGetSymbolAddress(&at, managed_symbol));
    EQ(type_of(at), cudaMemoryTypeManaged);

    // directions: what is called device must be known to CUDA; what is called host may be anything
    CK(cudaMemset(d, 1, 1000));
    ERR(cudaMemcpy(d, h, 16, D2H), cudaErrorInvalidValue);
    ERR(cudaMemcpy(h, d, 16, H2D), cudaErrorInvalidValue);
    ERR(cudaMemcpy(h, h + 64, 16, H2D), cudaErrorInvalidValue);
    ERR(cudaMemcpy(d, h, 16, D2D), cudaErrorInvalidValue);
    ERR(cudaMemcpy(d, d + 64, 16, H2D), cudaSuccess);
    ERR(cudaMemcpy(d, d + 64, 16, H2H), cudaSuccess);
    ERR(cudaMemcpy(h, d, 16, H2H), cudaSuccess);
    ERR(cudaMemcpy(pin, pin + 32, 16, D2D), cudaSuccess);
    ERR(cudaMemcpy(d, h, 16, cudaMemcpyDefault), cudaSuccess);
    ERR(cudaMemcpy(d, h, 16, (cudaMemcpyKind)7), cudaErrorInvalidMemcpyDirection);
    ERR(cudaMemcpy(nullptr, nullptr, 0, (cudaMemcpyKind)7), cudaSuccess);

    // ranges
    ERR(cudaMemcpy(d, h, 1000, H2D), cudaSuccess);
    ERR(cudaMemcpy(d, h, 1001, H2D), cudaErrorInvalidValue);
    ERR(cudaMemcpy(h, d + 1, 1000, D2H), cudaErrorInvalidValue);
    ERR(cudaMemset(d, 0, 1000), cudaSuccess);
    ERR(cudaMemset(h, 0, 10), cudaErrorInvalidValue);
    ERR(cudaMemcpy2D(d, 10, h, 20, 15, 2, H2D), cudaErrorInvalidPitchValue);
    ERR(cudaMemcpy2D(d, 20, h, 10, 15, 2, H2D), cudaErrorInvalidPitchValue);
    ERR(cudaMemcpy2D(d, 20, h, 20, 15, 2, H2D), cudaSuccess);
    ERR(cudaMemcpy2D(d, 1000, h, 1000, 100, 9000, H2D), cudaErrorInvalidValue);

    // symbols
    ERR(cudaMemcpyToSymbol(symbol, h, 64), cudaSuccess);
    ERR(cudaMemcpyToSymbol(symbol, h, 65), cudaErrorInvalidValue);
    ERR(cudaMemcpyToSymbol(symbol, h, 64, 4), cudaErrorInvalidValue);
    ERR(cudaMemcpyToSymbol(symbol, h, 4, 0, D2H), cudaErrorInvalidMemcpyDirection);
    ERR(cudaMemcpyFromSymbol(h, constants, 32), cudaSuccess);
    ERR(cudaMemcpyToSymbol((const void *)h, h, 4), cudaErrorInvalidSymbol);
    ERR(cudaGetSymbolAddress(&at, (const void *)nullptr), cudaErrorInvalidSymbol);

    // who frees what
    ERR(cudaFree(h), cudaErrorInvalidValue);
    ERR(cudaFree(d + 16), cudaErrorInvalidValue);
    ERR(cudaFree(pin), cudaErrorInvalidValue);
    ERR(cudaFreeHost(d), cudaErrorInvalidValue);
    ERR(cudaFreeHost(h), cudaErrorInvalidValue);
    ERR(cudaFreeHost(nullptr), cudaSuccess);
    ERR(cudaFreeHost(pin), cudaSuccess);
    ERR(cudaFreeHost(pin), cudaErrorInvalidValue);
    ERR(cudaFree(d), cudaSuccess);
    ERR(cudaFree(d), cudaErrorInvalidValue);
    ERR(cudaFree(man), cudaSuccess);
    ERR(cudaMemcpy(h, d, 16, D2H), cudaErrorInvalidValue);
    EQ(type_of(d), cudaMemoryTypeUnregistered);

    // registered host memory
    void *seen;
    unsigned flags;
    ERR(cudaHostRegister(h, 1 << 20, 0), cudaSuccess);
    ERR(cudaHostRegister(h, 1 << 20, 0), cudaErrorHostMemoryAlreadyRegistered);
    ERR(cudaHostGetDevicePointer(&seen, h, 0), cudaSuccess);
    ERR(cudaHostGetFlags(&flags, h), cudaSuccess);
    EQ(type_of(h), cudaMemoryTypeHost);
    ERR(cudaHostUnregister(h), cudaSuccess);
    ERR(cudaHostUnregister(h), cudaErrorHostMemoryNotRegistered);
    ERR(cudaHostGetDevicePointer(&seen, h, 0), cudaErrorInvalidValue);
    free(h);
    cudaGetLastError();
    return t_end();
}
