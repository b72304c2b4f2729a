/* cuda_awbarrier_helpers.h: all of it is in cuda_awbarrier.h. */
#include "cuda_awbarrier.h"
