/* thrust/system_error.h: as thrust/simt/system.h. */
#include "simt/system.h"
