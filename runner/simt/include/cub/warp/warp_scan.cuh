/* cub/warp/warp_scan.cuh: as cub/simt/warp.h. */
#include "../simt/warp.h"
