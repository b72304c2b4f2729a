/* crt/host_config.h: the emulator has it all in cuda_runtime.h. */
#ifndef __CRT_HOST_CONFIG_H__
#define __CRT_HOST_CONFIG_H__

#include "../cuda_runtime.h"

#endif
