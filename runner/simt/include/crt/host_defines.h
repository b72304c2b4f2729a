/* crt/host_defines.h: the emulator has it all in cuda_runtime.h. */
#ifndef __CRT_HOST_DEFINES_H__
#define __CRT_HOST_DEFINES_H__

#include "../cuda_runtime.h"

#endif
