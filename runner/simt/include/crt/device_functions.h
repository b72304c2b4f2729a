/* crt/device_functions.h: the emulator has it all in cuda_runtime.h. */
#ifndef __CRT_DEVICE_FUNCTIONS_H__
#define __CRT_DEVICE_FUNCTIONS_H__

#include "../cuda_runtime.h"

#endif
