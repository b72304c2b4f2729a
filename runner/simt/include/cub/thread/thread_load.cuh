/* cub/thread/thread_load.cuh: as cub/simt/util.h. */
#include "../simt/util.h"
