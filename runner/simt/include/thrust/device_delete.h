/* thrust/device_delete.h: as thrust/simt/pointer.h. */
#include "simt/pointer.h"
