/* cub/device/device_scan.cuh: as cub/simt/device.h. */
#include "../simt/device.h"
