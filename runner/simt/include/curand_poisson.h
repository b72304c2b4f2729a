/* curand_poisson.h: all of it is in curand_kernel.h. */
#include "curand_kernel.h"
