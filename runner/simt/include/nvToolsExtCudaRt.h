/* nvToolsExtCudaRt.h: NVTX 2, which is a part of 3. */
#include "nvtx3/nvToolsExt.h"
