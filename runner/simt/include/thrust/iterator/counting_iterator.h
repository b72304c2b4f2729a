/* thrust/iterator/counting_iterator.h: as thrust/simt/iterator.h. */
#include "../simt/iterator.h"
