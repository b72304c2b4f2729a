/* y[i] = k x[i], where emit() knows k and writes the code: C defines scale(), CUDA the kernel scale_gpu(). */
#include <stdint.h>

enum { CODE = 4096 };

void emit(int k, uint8_t *code, uint8_t *cu);

#ifdef __cplusplus
extern "C"
#endif
void scale(int n, const float *x, float *y);
