/* crt/func_macro.h: the emulator has it all in cuda_runtime.h. */
#ifndef __CRT_FUNC_MACRO_H__
#define __CRT_FUNC_MACRO_H__

#include "../cuda_runtime.h"

#endif
