/* cuda_fp8.hpp: the emulator has it all in cuda_fp8.h. */
#ifndef __CUDA_FP8_HPP__
#define __CUDA_FP8_HPP__

#include "cuda_fp8.h"

#endif
