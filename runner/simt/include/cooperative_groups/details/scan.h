/* cooperative_groups/details/scan.h: as cooperative_groups/scan.h. */
#include "../scan.h"
