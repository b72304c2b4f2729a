/* thrust/version.h: as thrust/simt/system.h. */
#include "simt/system.h"
