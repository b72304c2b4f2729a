/* thrust/device_reference.h: as thrust/simt/pointer.h. */
#include "simt/pointer.h"
