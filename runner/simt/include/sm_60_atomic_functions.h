/* sm_60_atomic_functions.h: the emulator has it all in cuda_runtime.h. */
#ifndef __SM_60_ATOMIC_FUNCTIONS_H__
#define __SM_60_ATOMIC_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif
