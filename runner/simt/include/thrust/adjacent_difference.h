/* thrust/adjacent_difference.h: as thrust/simt/algorithm.h. */
#include "simt/algorithm.h"
