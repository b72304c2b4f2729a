/* builtin_types.h: the emulator has it all in cuda_runtime.h. */
#ifndef __BUILTIN_TYPES_H__
#define __BUILTIN_TYPES_H__

#include "cuda_runtime.h"

#endif
