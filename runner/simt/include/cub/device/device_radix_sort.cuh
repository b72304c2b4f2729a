/* cub/device/device_radix_sort.cuh: as cub/simt/device.h. */
#include "../simt/device.h"
