/* device_launch_parameters.h: the emulator has it all in cuda_runtime.h. */
#ifndef __DEVICE_LAUNCH_PARAMETERS_H__
#define __DEVICE_LAUNCH_PARAMETERS_H__

#include "cuda_runtime.h"

#endif
