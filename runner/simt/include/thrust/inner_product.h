/* thrust/inner_product.h: as thrust/simt/algorithm.h. */
#include "simt/algorithm.h"
