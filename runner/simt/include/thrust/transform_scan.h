/* thrust/transform_scan.h: as thrust/simt/algorithm.h. */
#include "simt/algorithm.h"
