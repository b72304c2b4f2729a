/* cub/util_ptx.cuh: as cub/simt/device.h. */
#include "simt/device.h"
