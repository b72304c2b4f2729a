/* cublas_v2.h: cuBLAS; all of it is in cublas_api.h. */
#ifndef SIMT_CUBLAS_V2_H
#define SIMT_CUBLAS_V2_H

#include "cublas_api.h"

#endif
