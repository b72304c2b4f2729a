/* cooperative_groups/async.h: memcpy_async and its waits. */
#include "memcpy_async.h"
