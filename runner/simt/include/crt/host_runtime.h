/* crt/host_runtime.h: the emulator has it all in cuda_runtime.h. */
#ifndef __CRT_HOST_RUNTIME_H__
#define __CRT_HOST_RUNTIME_H__

#include "../cuda_runtime.h"

#endif
