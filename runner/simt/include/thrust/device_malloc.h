/* thrust/device_malloc.h: as thrust/simt/pointer.h. */
#include "simt/pointer.h"
