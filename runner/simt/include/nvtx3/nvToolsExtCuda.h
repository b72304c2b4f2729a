/* nvtx3/nvToolsExtCuda.h: all in nvToolsExt.h. */
#include "nvToolsExt.h"
