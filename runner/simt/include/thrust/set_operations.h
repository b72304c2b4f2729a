/* thrust/set_operations.h: as thrust/simt/algorithm.h. */
#include "simt/algorithm.h"
