/* texture_fetch_functions.h: the emulator has it all in simt/texture.h. */
#ifndef __TEXTURE_FETCH_FUNCTIONS_H__
#define __TEXTURE_FETCH_FUNCTIONS_H__

#include "simt/texture.h"

#endif
