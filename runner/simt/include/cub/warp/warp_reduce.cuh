/* cub/warp/warp_reduce.cuh: as cub/simt/warp.h. */
#include "../simt/warp.h"
