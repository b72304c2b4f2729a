/* channel_descriptor.h: the emulator has it all in cuda_runtime_api.h. */
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "cuda_runtime_api.h"

#endif
