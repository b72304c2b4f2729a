/* cuda_bf16.hpp: the emulator has it all in cuda_bf16.h. */
#ifndef __CUDA_BF16_HPP__
#define __CUDA_BF16_HPP__

#include "cuda_bf16.h"

#endif
