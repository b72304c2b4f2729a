/* cub/block/block_load.cuh: as cub/simt/block.h. */
#include "../simt/block.h"
