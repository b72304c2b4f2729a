/* cub/block/block_store.cuh: as cub/simt/block.h. */
#include "../simt/block.h"
