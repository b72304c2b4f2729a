/* thrust/equal.h: as thrust/simt/algorithm.h. */
#include "simt/algorithm.h"
