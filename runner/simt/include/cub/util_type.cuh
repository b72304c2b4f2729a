/* cub/util_type.cuh: as cub/simt/device.h. */
#include "simt/device.h"
