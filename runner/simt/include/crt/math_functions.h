/* crt/math_functions.h: the emulator has it all in cuda_runtime.h. */
#ifndef __CRT_MATH_FUNCTIONS_H__
#define __CRT_MATH_FUNCTIONS_H__

#include "../cuda_runtime.h"

#endif
