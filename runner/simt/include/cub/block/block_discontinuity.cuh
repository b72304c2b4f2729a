/* cub/block/block_discontinuity.cuh: as cub/simt/block.h. */
#include "../simt/block.h"
