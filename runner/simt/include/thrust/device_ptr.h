/* thrust/device_ptr.h: as thrust/simt/pointer.h. */
#include "simt/pointer.h"
