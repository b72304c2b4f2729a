/* cub/util_debug.cuh: as cub/simt/device.h. */
#include "simt/device.h"
