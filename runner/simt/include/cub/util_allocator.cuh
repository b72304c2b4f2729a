/* cub/util_allocator.cuh: as cub/simt/device.h. */
#include "simt/device.h"
