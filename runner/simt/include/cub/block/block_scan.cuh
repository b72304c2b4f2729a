/* cub/block/block_scan.cuh: as cub/simt/block.h. */
#include "../simt/block.h"
