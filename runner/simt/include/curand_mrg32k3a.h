/* curand_mrg32k3a.h: all of it is in curand_kernel.h. */
#include "curand_kernel.h"
