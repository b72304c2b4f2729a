/* thrust/device_free.h: as thrust/simt/pointer.h. */
#include "simt/pointer.h"
