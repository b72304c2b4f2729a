/* thrust/device_new.h: as thrust/simt/pointer.h. */
#include "simt/pointer.h"
