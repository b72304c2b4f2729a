/* surface_types.h: the emulator has it all in cuda_runtime_api.h. */
#ifndef __SURFACE_TYPES_H__
#define __SURFACE_TYPES_H__

#include "cuda_runtime_api.h"

#endif
