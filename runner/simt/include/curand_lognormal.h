/* curand_lognormal.h: all of it is in curand_kernel.h. */
#include "curand_kernel.h"
