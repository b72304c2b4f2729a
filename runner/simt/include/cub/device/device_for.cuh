/* cub/device/device_for.cuh: as cub/simt/device.h. */
#include "../simt/device.h"
