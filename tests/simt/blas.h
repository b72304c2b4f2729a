/* blas.h: what the programs of this suite that call cuBLAS share: a handle, and a status that is the one wanted. */
#ifndef BLAS_H
#define BLAS_H

#include <cublas_v2.h>
#include "t.h"

static cublasHandle_t h;

/* cublas_v2.h renames its functions: no call is printed. */
static void status(cublasStatus_t got, cublasStatus_t want, int line)
{
    if (got == want)
        return;
    printf("line %d: %s\n", line, cublasGetStatusName(got));
    t_bad++;
}
#define OK(call) status((call), CUBLAS_STATUS_SUCCESS, __LINE__)

#endif
