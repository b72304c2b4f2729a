/* cub/cub.cuh: CUB. Block and warp primitives are as CUB makes them; see simt/device.h for the rest. */
#ifndef SIMT_CUB_CUH
#define SIMT_CUB_CUH

#include <chrono>
#include <cuda/functional>

#include "simt/block_sort.h"
#include "simt/device.h"

#endif
