/* cooperative_groups/details/async.h: as cooperative_groups/memcpy_async.h. */
#include "../memcpy_async.h"
