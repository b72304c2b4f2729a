/* cuda_fp16.hpp: the emulator has it all in cuda_fp16.h. */
#ifndef __CUDA_FP16_HPP__
#define __CUDA_FP16_HPP__

#include "cuda_fp16.h"

#endif
