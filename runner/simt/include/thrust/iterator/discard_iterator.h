/* thrust/iterator/discard_iterator.h: as thrust/simt/iterator.h. */
#include "../simt/iterator.h"
