/* sm_20_atomic_functions.h: the emulator has it all in cuda_runtime.h. */
#ifndef __SM_20_ATOMIC_FUNCTIONS_H__
#define __SM_20_ATOMIC_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif
