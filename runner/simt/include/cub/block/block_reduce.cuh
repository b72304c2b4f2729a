/* cub/block/block_reduce.cuh: as cub/simt/block.h. */
#include "../simt/block.h"
