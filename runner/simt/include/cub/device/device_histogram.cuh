/* cub/device/device_histogram.cuh: as cub/simt/device.h. */
#include "../simt/device.h"
