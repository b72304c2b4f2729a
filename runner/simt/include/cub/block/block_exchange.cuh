/* cub/block/block_exchange.cuh: as cub/simt/block.h. */
#include "../simt/block.h"
