/* thrust/iterator/iterator_traits.h: as thrust/simt/iterator.h. */
#include "../simt/iterator.h"
