/* thrust/universal_vector.h: as thrust/simt/vector.h. */
#include "simt/vector.h"
