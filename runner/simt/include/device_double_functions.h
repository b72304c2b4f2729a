/* device_double_functions.h: the emulator has it all in cuda_runtime.h. */
#ifndef __DEVICE_DOUBLE_FUNCTIONS_H__
#define __DEVICE_DOUBLE_FUNCTIONS_H__

#include "cuda_runtime.h"

#endif
