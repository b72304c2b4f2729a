/* thrust/memory.h: as thrust/simt/pointer.h. */
#include "simt/pointer.h"
