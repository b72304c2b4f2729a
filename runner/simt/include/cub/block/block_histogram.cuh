/* cub/block/block_histogram.cuh: as cub/simt/block.h. */
#include "../simt/block.h"
