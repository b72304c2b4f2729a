/* thrust/detail/config.h: as thrust/simt/pointer.h. */
#include "../simt/pointer.h"
