/* texture_indirect_functions.h: the emulator has it all in simt/texture.h. */
#ifndef __TEXTURE_INDIRECT_FUNCTIONS_H__
#define __TEXTURE_INDIRECT_FUNCTIONS_H__

#include "simt/texture.h"

#endif
