/* thrust/random.h: as thrust/simt/random.h. */
#include "simt/random.h"
