/* thrust/for_each.h: as thrust/simt/algorithm.h. */
#include "simt/algorithm.h"
