/* cub/thread/thread_store.cuh: as cub/simt/util.h. */
#include "../simt/util.h"
