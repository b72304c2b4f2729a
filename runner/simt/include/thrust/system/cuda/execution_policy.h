/* thrust/system/cuda/execution_policy.h: as thrust/simt/system.h. */
#include "../../simt/system.h"
