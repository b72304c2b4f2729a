/* surface_functions.h: the emulator has it all in simt/texture.h. */
#ifndef __SURFACE_FUNCTIONS_H__
#define __SURFACE_FUNCTIONS_H__

#include "simt/texture.h"

#endif
