/* cub/util_macro.cuh: as cub/simt/device.h. */
#include "simt/device.h"
