/* cub/util_device.cuh: as cub/simt/device.h. */
#include "simt/device.h"
