/* crt/sm_100_rt.h: the emulator has it all in cuda_runtime.h. */
#ifndef __CRT_SM_100_RT_H__
#define __CRT_SM_100_RT_H__

#include "../cuda_runtime.h"

#endif
