/* crt/mma.h: the emulator has it all in mma.h. */
#ifndef __CRT_MMA_H__
#define __CRT_MMA_H__

#include "../mma.h"

#endif
