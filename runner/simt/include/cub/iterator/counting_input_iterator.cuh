/* cub/iterator/counting_input_iterator.cuh: as cub/simt/util.h. */
#include "../simt/util.h"
