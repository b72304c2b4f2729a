/* cublas.h: cuBLAS as of cublas_v2.h; the interface without handles that this name once had is gone. */
#include "cublas_v2.h"
