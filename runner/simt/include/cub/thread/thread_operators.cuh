/* cub/thread/thread_operators.cuh: as cub/simt/util.h. */
#include "../simt/util.h"
