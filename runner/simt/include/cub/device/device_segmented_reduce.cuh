/* cub/device/device_segmented_reduce.cuh: as cub/simt/device.h. */
#include "../simt/device.h"
