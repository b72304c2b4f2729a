/* thrust/zip_function.h: as thrust/simt/iterator.h. */
#include "simt/iterator.h"
