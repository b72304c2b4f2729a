/* common_functions.h: the emulator has it all in cuda_runtime.h. */
#ifndef __COMMON_FUNCTIONS_H__
#define __COMMON_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif
