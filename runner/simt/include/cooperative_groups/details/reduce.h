/* cooperative_groups/details/reduce.h: as cooperative_groups/reduce.h. */
#include "../reduce.h"
