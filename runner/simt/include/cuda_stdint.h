/* cuda_stdint.h: the emulator has it all in cuda_runtime.h. */
#ifndef __CUDA_STDINT_H__
#define __CUDA_STDINT_H__

#include "cuda_runtime.h"

#endif
