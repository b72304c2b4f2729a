/* nvtx3/nvToolsExtCudaRt.h: all in nvToolsExt.h. */
#include "nvToolsExt.h"
