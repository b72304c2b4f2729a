/* thrust/binary_search.h: as thrust/simt/algorithm.h. */
#include "simt/algorithm.h"
