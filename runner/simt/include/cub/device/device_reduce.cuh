/* cub/device/device_reduce.cuh: as cub/simt/device.h. */
#include "../simt/device.h"
