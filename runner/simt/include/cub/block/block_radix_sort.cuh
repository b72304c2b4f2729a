/* cub/block/block_radix_sort.cuh: as cub/simt/block_sort.h. */
#include "../simt/block_sort.h"
