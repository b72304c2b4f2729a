/* thrust/pair.h: as thrust/simt/iterator.h. */
#include "simt/iterator.h"
