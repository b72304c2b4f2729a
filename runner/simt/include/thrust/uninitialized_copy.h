/* thrust/uninitialized_copy.h: as thrust/simt/algorithm.h. */
#include "simt/algorithm.h"
