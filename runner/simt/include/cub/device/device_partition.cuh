/* cub/device/device_partition.cuh: as cub/simt/device.h. */
#include "../simt/device.h"
