/* cub/device/device_select.cuh: as cub/simt/device.h. */
#include "../simt/device.h"
