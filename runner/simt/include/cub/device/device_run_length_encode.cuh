/* cub/device/device_run_length_encode.cuh: as cub/simt/device.h. */
#include "../simt/device.h"
