/* crt/device_double_functions.h: the emulator has it all in cuda_runtime.h. */
#ifndef __CRT_DEVICE_DOUBLE_FUNCTIONS_H__
#define __CRT_DEVICE_DOUBLE_FUNCTIONS_H__

#include "../cuda_runtime.h"

#endif
