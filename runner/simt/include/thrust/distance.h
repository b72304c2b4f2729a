/* thrust/distance.h: as thrust/simt/iterator.h. */
#include "simt/iterator.h"
