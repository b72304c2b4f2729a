/* sm_35_intrinsics.h: the emulator has it all in cuda_runtime.h. */
#ifndef __SM_35_INTRINSICS_H__
#define __SM_35_INTRINSICS_H__

#include "cuda_runtime.h"

#endif
